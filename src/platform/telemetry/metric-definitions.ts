interface MetricDefinition {
  /** What it tells, for people. */
  help: string
  /** Each has few values, whatever clients send. */
  labels: readonly string[]
}

/** Upper bounds in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const commandBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** What only grows. Named and described as Prometheus' conventions want it. */
export const counters = {
  fitness_http_requests_total: {
    help: 'Requests answered. Addresses that nobody serves have the route "unmatched".',
    labels: ['method', 'route', 'status'],
  },
  fitness_graphql_operations_total: {
    help: 'GraphQL operations that were executed, and subscriptions that were opened. Only registered operations have their own name, all others are "other".',
    labels: ['operation', 'kind', 'outcome'],
  },
  fitness_errors_total: {
    help: 'Requests, and operations over sockets, that went wrong, by the code of the error; one with several codes counts with each.',
    labels: ['code'],
  },
  fitness_database_commands_total: {
    help: 'Commands to the database: round trips to MongoDB, calls of the embedded database.',
    labels: ['collection', 'command', 'outcome'],
  },
  fitness_database_coalesced_reads_total: {
    help: 'Reads of a document that another read of the same moment took along: each a round trip saved.',
    labels: ['collection'],
  },
  fitness_cache_requests_total: {
    help: 'Looks into a cache, and what came of them: hit or miss.',
    labels: ['cache', 'result'],
  },
  fitness_storage_requests_total: {
    help: 'What was asked of the file storage.',
    labels: ['operation', 'outcome'],
  },
  fitness_uploads_total: {
    help: 'Uploads of photos, by what was made of them: stored or refused.',
    labels: ['outcome'],
  },
  fitness_upload_bytes_total: { help: 'Bytes of photos that were received whole.', labels: [] },
  fitness_unexpected_ends_total: {
    help: 'How often this instance ended without closing: killed, out of memory or by an error. Survives restarts.',
    labels: [],
  },
  fitness_mails_total: {
    help: 'Tries to send a mail: sent, postponed, or given up.',
    labels: ['purpose', 'outcome'],
  },
} as const satisfies Record<string, MetricDefinition>

export const histograms = {
  fitness_http_request_duration_seconds: {
    help: 'Time from the head of a request to the end of its answer.',
    labels: ['method', 'route'],
    buckets: requestBuckets,
  },
  fitness_graphql_operation_duration_seconds: {
    help: 'Time that a query or mutation took to execute.',
    labels: ['operation', 'kind'],
    buckets: requestBuckets,
  },
  fitness_database_command_duration_seconds: {
    help: 'Time from a command to its answer, with the wait for a connection.',
    labels: ['command'],
    buckets: commandBuckets,
  },
  fitness_storage_request_duration_seconds: {
    help: 'Time from a request to the file storage to its answer.',
    labels: ['operation'],
    buckets: requestBuckets,
  },
  fitness_password_hash_duration_seconds: {
    help: 'Time from the wish for a password hash to its end, with the wait for its turn.',
    labels: ['outcome'],
    buckets: requestBuckets,
  },
} as const satisfies Record<string, MetricDefinition & { buckets: readonly number[] }>

/** What goes up and down; over several processes it is added up. */
export const gauges = {
  fitness_info: { help: 'Always 1: the version that runs.', labels: ['version'] },
  fitness_http_requests_in_flight: { help: 'Requests that are being answered.', labels: [] },
  fitness_sockets_open: { help: 'Open WebSockets.', labels: [] },
  fitness_event_streams_open: { help: 'Open streams of server-sent events.', labels: [] },
  fitness_large_reads_waiting: {
    help: 'GraphQL queries of large records that wait for others.',
    labels: [],
  },
  fitness_subscriptions_open: { help: 'Open GraphQL subscriptions.', labels: [] },
  fitness_password_hashes_waiting: { help: 'Password hashes that wait for their turn.', labels: [] },
  fitness_redis_connections_away: { help: 'Connections to Redis that cannot be used now.', labels: [] },
  fitness_cache_entries: { help: 'What is in a cache.', labels: ['cache'] },
  fitness_documents_remembered_bytes: {
    help: 'Estimated memory of the GraphQL documents that are remembered.',
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
