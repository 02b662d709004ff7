import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { parse, parseAllDocuments } from 'yaml'
import { loadSettings } from '../../src/settings.ts'

const root = path.join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Each manifest validates against the schema that Kubernetes publishes for its kind. */
const kinds: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
}

const manifests = readdirSync(path.join(root, 'deploy/kubernetes'))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((each) => each.toJS() as Manifest))

it.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
  'the manifest of a %s is one that Kubernetes takes',
  (kind, manifest) => {
    const Kind = kinds[kind]
    if (Kind === undefined) throw new Error(`There is no check for a ${kind}`)
    // Tests pass invalid manifests, which the types do not allow.
    const checked = (data: object) => new Kind(data as never).validate()
    expect(() => checked(manifest)).not.toThrow()
    expect(() => checked({ ...manifest, metadata: 3 })).toThrow(/metadata/)
  },
)

it('Kubernetes and compose give settings that the product takes', () => {
  const given = Object.assign({}, ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })))
  expect(loadSettings(given).origin).toBe('https://rates.example.com')

  const example = Object.fromEntries(
    read('deploy/example.env')
      .split('\n')
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const text = read('compose.yaml').replaceAll(/\$\{(\w+)(?::-\w+)?\}/g, (_, name: string) => {
    const value = example[name]
    if (value === undefined) throw new Error(`example.env has no ${name}`)
    return value
  })
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; command?: string[] }>
  }
  for (const name of ['api-1', 'api-2', 'worker']) {
    const settings = loadSettings(services[name]?.environment ?? {})
    expect(settings.databaseUrl).toContain('@database:5432')
    expect(services[name]?.command).toEqual(['--role', name.startsWith('api') ? 'api' : 'worker'])
  }
})

it('dashboard and alerts ask for metrics that exist', () => {
  const sources = ['telemetry/metrics.ts', 'telemetry/call-durations.ts', 'jobs/measure-queue.ts']
    .map((file) => read(`packages/server/src/platform/${file}`))
    .join('\n')
  const asked = new Set(
    [
      ...(read('deploy/monitoring/alerts.yaml') + read('deploy/monitoring/grafana-dashboard.json')).matchAll(
        /sheetwright_\w+/g,
      ),
    ].map(([name]) => name.replace(/_(count|bucket|sum)$/, '')),
  )
  expect(asked.size).toBeGreaterThan(4)
  for (const name of asked) expect(sources).toContain(`'${name}'`)
})
