import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { Services } from '../../../services.ts'
import type { RunnableVersion } from '../../engines/engine-version.store.ts'
import { computedRecords } from '../../execution/run-cases.access.ts'
import { writtenCases } from '../../test-beds/test-case.store.ts'
import type { PackageCase, PackageCases } from './package-order.ts'

interface CasesOrder {
  readonly tenantId: string
  readonly version: RunnableVersion
  readonly ports: EngineInterface
  readonly signal: AbortSignal
  /** The inputs of a case that the package can pass; receives all of them. */
  readonly passable?: (inputs: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

type Named = Pick<PackageCase, 'name' | 'inputs'>

const mostWritten = 200
const mostVaried = 40
/** A slow engine gets fewer cases. */
const mostMillis = 20_000

/**
 * The test cases of a package: the defaults, boundary values, and cases of test beds; each with the server's results.
 */
export async function casesOf({ db, execution }: Services, order: CasesOrder): Promise<PackageCases> {
  const { tenantId, version, ports, signal, passable } = order
  const written = await db.inTenant(tenantId, (tx) => writtenCases(tx, version.engineId, mostWritten))
  const named: Named[] = [{ name: 'defaults', inputs: defaultsOf(ports) }, ...varied(ports), ...written]
  const at = new Date()
  const seed = 1
  const cases: PackageCase[] = []
  const defaults = defaultsOf(ports)
  for (const { name, inputs: given } of named) {
    const inputs = passable === undefined ? given : passable({ ...defaults, ...given })
    signal.throwIfAborted()
    if (cases.length > 0 && Date.now() - at.getTime() > mostMillis) break
    const [result] = await computedRecords(execution, tenantId, version, [inputs], { at: at.getTime(), seed })
    if (result === undefined) continue
    const { outputs, errors, refused } = result
    cases.push({
      name,
      inputs,
      ...(refused ? { status: 'refused', outputs: null } : { status: 'success', outputs }),
      errors,
    })
  }
  return { options: { now: at.toISOString(), seed }, cases }
}

function defaultsOf({ inputs }: EngineInterface): Record<string, unknown> {
  return Object.fromEntries(inputs.map((port) => [port.name, port.default ?? null]))
}

/** Changes one input at a time: to a boundary that its rule allows, or to a value near its default. */
function varied({ inputs }: EngineInterface): Named[] {
  const all = inputs.flatMap((port) =>
    valuesOf(port).map((value) => ({ name: `${port.name} ${JSON.stringify(value)}`, inputs: { [port.name]: value } })),
  )
  const step = Math.max(1, Math.ceil(all.length / mostVaried))
  return all.filter((_, i) => i % step === 0)
}

function valuesOf({ shape, type, default: value, validation }: EnginePort): unknown[] {
  if (shape === 'block') return [[]]
  if (validation?.options !== undefined) return validation.options.slice(0, 5)
  const edges = [validation?.min, validation?.max].filter((edge) => edge !== undefined)
  if (typeof value === 'number') return [...edges, value * 1.1, value + 1, 0, null]
  if (typeof value === 'boolean') return [!value, null]
  return type === 'date' ? [...edges, '2024-02-29', null] : [...edges, null]
}
