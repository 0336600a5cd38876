interface MetricDefinition {
  /** The description. */
  help: string
  /** The label names. Each label must have few values, whatever clients send. */
  labels: readonly string[]
}

// Upper bounds in seconds.
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const commandBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Counters. Names follow the conventions of Prometheus. */
export const counters = {
  fitness_http_requests_total: {
    help: 'HTTP requests. Requests for unknown paths have the route "unmatched".',
    labels: ['method', 'route', 'status'],
  },
  fitness_graphql_operations_total: {
    help: 'GraphQL operations executed and subscriptions opened. Operations that are not registered have the name "other".',
    labels: ['operation', 'kind', 'outcome'],
  },
  fitness_errors_total: {
    help: 'Failed requests and WebSocket operations, by error code. A request with several error codes counts once per code.',
    labels: ['code'],
  },
  fitness_database_commands_total: {
    help: 'Database commands: round trips to MongoDB, or calls of the embedded database.',
    labels: ['collection', 'command', 'outcome'],
  },
  fitness_database_coalesced_reads_total: {
    help: 'Document reads that were combined with other reads into one round trip.',
    labels: ['collection'],
  },
  fitness_cache_requests_total: {
    help: 'Cache lookups, by result: hit or miss.',
    labels: ['cache', 'result'],
  },
  fitness_storage_requests_total: {
    help: 'Requests to the file storage.',
    labels: ['operation', 'outcome'],
  },
  fitness_uploads_total: {
    help: 'Photo uploads, by outcome: stored or rejected.',
    labels: ['outcome'],
  },
  fitness_upload_bytes_total: { help: 'Bytes of completely received photos.', labels: [] },
  fitness_unexpected_exits_total: {
    help: 'Unexpected exits of this instance, for example after an uncaught error or for lack of memory. The count is kept across restarts.',
    labels: [],
  },
  fitness_mails_total: {
    help: 'Attempts to send a mail, by outcome: sent, postponed or discarded.',
    labels: ['purpose', 'outcome'],
  },
  fitness_webhook_deliveries_total: {
    help: 'Attempts to deliver a webhook message, by outcome: delivered, postponed or failed.',
    labels: ['outcome'],
  },
} as const satisfies Record<string, MetricDefinition>

export const histograms = {
  fitness_http_request_duration_seconds: {
    help: 'Time from the headers of a request to the end of its response.',
    labels: ['method', 'route'],
    buckets: requestBuckets,
  },
  fitness_graphql_operation_duration_seconds: {
    help: 'Execution time of queries and mutations.',
    labels: ['operation', 'kind'],
    buckets: requestBuckets,
  },
  fitness_database_command_duration_seconds: {
    help: 'Duration of database commands, including the wait for a connection.',
    labels: ['command'],
    buckets: commandBuckets,
  },
  fitness_storage_request_duration_seconds: {
    help: 'Duration of requests to the file storage.',
    labels: ['operation'],
    buckets: requestBuckets,
  },
  fitness_password_hash_duration_seconds: {
    help: 'Duration of password hashing, including the wait in the queue.',
    labels: ['outcome'],
    buckets: requestBuckets,
  },
} as const satisfies Record<string, MetricDefinition & { buckets: readonly number[] }>

/** Gauges. The values of several processes are added up. */
export const gauges = {
  fitness_info: { help: 'Always 1. The label is the running version.', labels: ['version'] },
  fitness_http_requests_in_flight: { help: 'HTTP requests in progress.', labels: [] },
  fitness_sockets_open: { help: 'Open WebSockets.', labels: [] },
  fitness_event_streams_open: { help: 'Open server-sent event streams.', labels: [] },
  fitness_large_reads_waiting: {
    help: 'GraphQL queries of large records that are waiting in the queue.',
    labels: [],
  },
  fitness_subscriptions_open: { help: 'Open GraphQL subscriptions.', labels: [] },
  fitness_password_hashes_waiting: { help: 'Password hashes that are waiting in the queue.', labels: [] },
  fitness_redis_connections_down: { help: 'Redis connections that are down.', labels: [] },
  fitness_cache_entries: { help: 'Number of entries in a cache.', labels: ['cache'] },
  fitness_document_cache_bytes: {
    help: 'Estimated size of the cached GraphQL documents.',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>

export type CounterName = keyof typeof counters
export type HistogramName = keyof typeof histograms
export type GaugeName = keyof typeof gauges

type LabelValues<L extends readonly string[]> = Readonly<Record<L[number], string | number>>
export type CounterLabels<N extends CounterName> = LabelValues<(typeof counters)[N]['labels']>
export type GaugeLabels<N extends GaugeName> = LabelValues<(typeof gauges)[N]['labels']>
export type HistogramLabels<N extends HistogramName> = LabelValues<(typeof histograms)[N]['labels']>
