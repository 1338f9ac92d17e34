#include "grid/manager/run_stream.h"

#include <stdio.h>
#include <string.h>

enum {
    RESULTS_OUT = 512,     /* that the manager may hold */
    RESULT_WAIT_S = 60,    /* after this time the server sends an unacknowledged one again */
    TASKS_OUT = 1000000,   /* that workers may hold */
    WAITING_MAX = 1000000, /* requests of workers for a task */
    IDS_HOURS = 2          /* the server remembers the ids of messages for this long */
};

static const int64_t second_ns = 1000000000;

void run_stream_name(RunStream *stream, const char *key) {
    link_stream(stream->name, key);
    link_subject(stream->tasks, "task", key);
    link_subject(stream->results, "result", key);
}

static natsStatus make_consumer(const RunStream *stream, const char *name, const char *subject,
                                int64_t wait_ns, int64_t out) {
    jsConsumerConfig config;
    jsErrCode code = (jsErrCode)0;
    jsConsumerConfig_Init(&config);
    config.Durable = name;
    config.AckPolicy = js_AckExplicit;
    config.AckWait = wait_ns;
    config.MaxDeliver = -1;
    config.MaxAckPending = out;
    config.MaxWaiting = WAITING_MAX;
    config.FilterSubject = subject;
    natsStatus status = js_AddConsumer(NULL, stream->link->js, stream->name, &config, NULL, &code);
    if (status == NATS_OK)
        return NATS_OK;
    /* It exists with another lease, or its stream is gone; libnats tells that by the code alone. */
    status = js_UpdateConsumer(NULL, stream->link->js, stream->name, &config, NULL, &code);
    return status != NATS_OK && code == JSStreamNotFoundErr ? NATS_NOT_FOUND : status;
}

bool run_stream_adopt(RunStream *stream) {
    jsStreamInfo *info = NULL;
    jsErrCode code = (jsErrCode)0;
    if (js_GetStreamInfo(&info, stream->link->js, stream->name, NULL, &code) != NATS_OK)
        return true;
    char programs[WIRE_HASH_MAX] = "", secret[SECRET_MAX] = "";
    const char *text = info->Config->Description;
    bool is_ours = text != NULL && sscanf(text, "%64s %32s", programs, secret) == 2 &&
                   strlen(secret) == SECRET_MAX - 1 && strcmp(programs, stream->programs) == 0;
    jsStreamInfo_Destroy(info);
    if (is_ours)
        memcpy(stream->secret, secret, sizeof secret);
    else
        run_stream_remove(stream);
    return is_ours;
}

natsStatus run_stream_make(const RunStream *stream) {
    const char *subjects[] = {stream->tasks, stream->results};
    char description[WIRE_HASH_MAX + SECRET_MAX];
    snprintf(description, sizeof description, "%s %s", stream->programs, stream->secret);
    jsStreamConfig config;
    jsErrCode code = (jsErrCode)0;
    jsStreamConfig_Init(&config);
    config.Name = stream->name;
    config.Description = description;
    config.Subjects = subjects;
    config.SubjectsLen = 2;
    config.Retention = js_WorkQueuePolicy;
    config.Storage = js_FileStorage;
    config.Replicas = stream->replicas;
    config.Duplicates = IDS_HOURS * 3600 * second_ns;
    natsStatus status = js_AddStream(NULL, stream->link->js, &config, NULL, &code);
    if (status == NATS_OK)
        status =
            make_consumer(stream, LINK_TASKS, stream->tasks, stream->lease_ms * 1000000, TASKS_OUT);
    return status;
}

natsStatus run_stream_renew_results(const RunStream *stream) {
    jsErrCode code = (jsErrCode)0;
    js_DeleteConsumer(stream->link->js, stream->name, LINK_RESULTS, NULL, &code);
    return make_consumer(stream, LINK_RESULTS, stream->results, RESULT_WAIT_S * second_ns,
                         RESULTS_OUT);
}

natsSubscription *run_stream_subscribe(const RunStream *stream) {
    natsSubscription *subscription = NULL;
    jsSubOptions options;
    jsErrCode code = (jsErrCode)0;
    jsSubOptions_Init(&options);
    options.Stream = stream->name;
    options.Consumer = LINK_RESULTS;
    js_PullSubscribe(&subscription, stream->link->js, stream->results, LINK_RESULTS, NULL, &options,
                     &code);
    return subscription;
}

void run_stream_remove(const RunStream *stream) {
    jsErrCode code = (jsErrCode)0;
    js_DeleteStream(stream->link->js, stream->name, NULL, &code);
}
