import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { bumped, firstRevision, type VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import type { BumpReason } from '@sheetwright/contract/engines/upload-result.ts'
import type { EngineBuild } from './build/engine-build.ts'

export interface RevisionProposal {
  /** Revision of the version it was compared with. */
  readonly previous: string | null
  /** Undefined for the first version. */
  readonly highest?: string
  readonly upgrade: VersionUpgrade
  readonly revision: string
  readonly reasons: BumpReason[]
}

export type Compared = Pick<EngineBuild, 'publicInterface' | 'defaultsResults'>

/** An earlier version and its build. */
interface Earlier {
  readonly revision: string
  readonly build: Compared
}

/** The most reasons listed; further ones add nothing. */
const keptReasons = 50

/** The revision that the changes since a version call for; `highest` is the engine's highest revision. */
export function proposeRevision(
  earlier: Earlier | undefined,
  next: Compared,
  highest: string | undefined,
): RevisionProposal {
  if (earlier === undefined || highest === undefined) {
    const reason: BumpReason = { kind: 'first version', name: null, before: null, after: null }
    return { previous: null, upgrade: 'major', revision: firstRevision, reasons: [reason] }
  }
  const { revision: previousRevision, build: previous } = earlier
  const proposal = (upgrade: VersionUpgrade, reasons: BumpReason[]): RevisionProposal => ({
    previous: previousRevision,
    highest,
    upgrade,
    revision: bumped(highest, upgrade),
    reasons: reasons.slice(0, keptReasons),
  })
  const breaking = [...brokenPorts(previous, next), ...changedResults(previous, next)]
  if (breaking.length > 0) return proposal('major', breaking)
  const added = addedPorts(previous, next)
  if (added.length > 0) return proposal('minor', added)
  return proposal('patch', [{ kind: 'same interface and results', name: null, before: null, after: null }])
}

export function brokenPorts(previous: Compared, next: Compared): BumpReason[] {
  return (['input', 'output'] as const).flatMap((kind) => {
    const [before, after] = [portsOf(previous.publicInterface, kind), portsOf(next.publicInterface, kind)]
    return [...before].flatMap(([key, port]): BumpReason[] => {
      const now = after.get(key)
      if (now === undefined) return [{ kind: `${kind} removed`, name: port.name, before: port.type, after: null }]
      if (now.type === port.type) return []
      return [{ kind: `${kind} type changed`, name: port.name, before: port.type, after: now.type }]
    })
  })
}

function addedPorts(previous: Compared, next: Compared): BumpReason[] {
  return (['input', 'output'] as const).flatMap((kind) => {
    const before = portsOf(previous.publicInterface, kind)
    return [...portsOf(next.publicInterface, kind)].flatMap(([key, { name, type }]): BumpReason[] =>
      before.has(key) ? [] : [{ kind: `${kind} added`, name, before: null, after: type }],
    )
  })
}

/** Changed results on the defaults, of the outputs that both versions have. */
export function changedResults(
  { defaultsResults: before }: Compared,
  { defaultsResults: after }: Compared,
): BumpReason[] {
  const now = new Map(Object.entries(after).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.entries(before).flatMap(([name, value]): BumpReason[] => {
    const key = name.toLowerCase()
    const [old, fresh] = [JSON.stringify(value), JSON.stringify(now.get(key))]
    if (!now.has(key) || old === fresh) return []
    return [{ kind: 'result changed', name, before: shortened(old), after: shortened(fresh) }]
  })
}

interface ComparedPort {
  readonly name: string
  readonly type: string
}

/** Ports by name, ignoring case; names of subservices' ports start with the subservice and a dot. */
function portsOf(ports: EngineInterface, kind: 'input' | 'output'): Map<string, ComparedPort> {
  const list = kind === 'input' ? 'inputs' : 'outputs'
  const all = [
    ...ports[list].map((port) => [port.name, port] as const),
    ...ports.subservices.flatMap((one) => one[list].map((port) => [`${one.name}.${port.name}`, port] as const)),
  ]
  return new Map(all.map(([name, port]) => [name.toLowerCase(), { name, type: typeOf(port) }]))
}

/** The type in the API: integers, percentages and amounts are all numbers to a caller. */
function typeOf({ shape, type, columns }: EnginePort): string {
  if (shape === 'block') return `table of ${(columns ?? []).map(({ heading }) => heading).join(', ')}`
  return type === 'integer' || type === 'percent' || type === 'currency' || type === undefined ? 'number' : type
}

function shortened(text: string | undefined): string {
  return text === undefined || text.length <= 200 ? (text ?? 'null') : `${text.slice(0, 200)}…`
}
