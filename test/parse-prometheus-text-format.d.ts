declare module 'parse-prometheus-text-format' {
  /** Families of metrics in the text format of Prometheus. */
  export default function parsePrometheusTextFormat(text: string): unknown
}
