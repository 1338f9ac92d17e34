/* select.h: finds the kernels of an instruction set. */
#ifndef KANAME_EVAL_NETWORK_ARCH_SELECT_H
#define KANAME_EVAL_NETWORK_ARCH_SELECT_H

#include "base/isa.h"
#include "eval/network/arch/kernels.h"

const NetworkKernels *network_kernels(Isa isa);

#endif
