import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import t from 'tap'
import { build } from '../helper.js'
import { read, root, problemsOf, yaml } from './files.js'

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data: Record<string, string>
  spec: {
    template: Pod & { metadata: { labels: Record<string, string> } }
    selector: { matchLabels: object }
    podSelector: { matchLabels: object }
    scaleTargetRef: object
  }
}
type Model = new (manifest: object) => { validate(): void }

const folder = 'docs/deploy/kubernetes'
const groups: Record<string, object> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
}
const [kustomization] = yaml<{ resources: string[]; images: { name: string; newTag: string }[] }>(
  `${folder}/kustomization.yaml`,
)
const manifests = kustomization!.resources.flatMap(file => yaml<Manifest>(`${folder}/${file}`))
const of = (kind: string): Manifest => {
  const found = manifests.find(manifest => manifest.kind === kind)
  if (!found) throw new Error(`there is no ${kind}`)
  return found
}

/** Copies a value, and removes each field that is read from `unread`. Validators read all fields that they know. */
function trackReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => {
    const own = `${path}/${name}`
    unread.add(own)
    return [name, trackReads(part, own, unread)] as const
  })
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>
  for (const [name, part] of parts)
    Object.defineProperty(copy, name, {
      enumerable: true,
      get: () => {
        unread.delete(`${path}/${name}`)
        return part
      },
    })
  return copy
}

t.test('conforms to the schemas of Kubernetes, without unknown fields', async t => {
  for (const manifest of manifests) {
    const { apiVersion, kind, metadata } = manifest
    const Model = (groups[apiVersion] as Record<string, Model> | undefined)?.[kind]
    if (!Model) throw new Error(`${apiVersion} has no ${kind}`)
    const unread = new Set<string>()
    const model = new Model({ ...manifest })
    for (const [name, part] of Object.entries(manifest))
      Object.assign(model, { [name]: trackReads(part, `/${name}`, unread) })
    t.doesNotThrow(() => model.validate(), `${kind} ${metadata.name}`)
    t.strictSame([...unread], [], `${kind} ${metadata.name} has known fields only`)
  }
})

t.test('applies every manifest, and pins the version of the image', async t => {
  const files = readdirSync(join(root, folder)).filter(file => file !== 'kustomization.yaml')
  t.strictSame([...kustomization!.resources].sort(), files.sort())
  const { version } = JSON.parse(read('package.json')) as { version: string }
  t.match(kustomization!.images, [{ name: 'fitness-training-service', newTag: version }])
})

interface Pod {
  spec: {
    terminationGracePeriodSeconds: number
    containers: {
      image: string
      /** Default: the arguments of the image. */
      args?: string[]
      ports: { name: string; containerPort: number }[]
      livenessProbe: Probe
      startupProbe: Probe
      readinessProbe: Probe
    }[]
  }
}
interface Probe {
  httpGet: { path: string; port: string }
}
const settings = of('ConfigMap').data
const deployment = of('Deployment').spec.template

t.test('has complete settings with the secrets that README.md creates', async t => {
  const named = [...read('docs/deploy/README.md').matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name!)
  t.ok(named.includes('MONGODB_URI'))
  const examples: Record<string, string> = {
    MONGODB_URI: 'mongodb://mongodb/fitness',
    REDIS_URL: 'redis://redis',
    HMAC_SECRET: 's'.repeat(32),
    SMTP_URL: 'smtps://user:password@mail',
  }
  const secrets = Object.fromEntries(named.map(name => [name, examples[name] ?? 'something']))
  t.strictSame(problemsOf({ ...settings, ...secrets }), [])
  for (const name of Object.keys(secrets)) t.notOk(Object.hasOwn(settings, name), `${name} is defined once`)
})

t.test('probes existing endpoints at declared ports', async t => {
  const app = await build(t)
  const [container] = deployment.spec.containers
  const { livenessProbe, startupProbe, readinessProbe, ports } = container!
  for (const { httpGet } of [livenessProbe, startupProbe, readinessProbe]) {
    t.equal((await app.inject(httpGet.path)).statusCode, 200, httpGet.path)
    t.ok(ports.some(({ name }) => name === httpGet.port))
  }
  t.equal(livenessProbe.httpGet.path, '/health/live', 'a failure of the database causes no restart')
  t.match(ports, [{ containerPort: 3000 }, { containerPort: Number(settings.METRICS_PORT) }])
})

t.test('runs existing commands', async t => {
  for (const kind of ['Deployment', 'Job'])
    for (const { args = ['start'] } of of(kind).spec.template.spec.containers) {
      const help = spawnSync(process.execPath, [join(root, 'dist/bundle/cli.js'), ...args, '--help'])
      t.equal(help.status, 0, args.join(' '))
    }
})

t.test('gives a pod longer than the shutdown timeout', async t => {
  t.ok(deployment.spec.terminationGracePeriodSeconds > Number.parseInt(settings.SHUTDOWN_TIMEOUT!))
})

t.test('selects the pods of the deployment in every object', async t => {
  const { labels } = deployment.metadata
  t.same(of('Service').spec.selector, labels)
  for (const kind of ['PodDisruptionBudget', 'Deployment']) t.same(of(kind).spec.selector.matchLabels, labels)
  t.same(of('NetworkPolicy').spec.podSelector.matchLabels, labels)
  const { scaleTargetRef } = of('HorizontalPodAutoscaler').spec
  const { apiVersion, kind, metadata } = of('Deployment')
  t.same(scaleTargetRef, { apiVersion, kind, name: metadata.name })
})

t.test('restricts the privileges of every container', async t => {
  for (const kind of ['Deployment', 'Job'])
    t.match(of(kind).spec.template.spec, {
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
})
