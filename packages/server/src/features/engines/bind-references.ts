import type { ReferenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import type { NewEngineReference } from '../master-references/engine-reference.store.ts'
import { publishedRanges, type RangeCandidate } from '../master-references/master-reference.store.ts'
import { keepTable } from '../master-references/reference-table.store.ts'
import { withTables } from '../master-references/workbook-tables.job.ts'
import type { EngineBuild } from './build/engine-build.ts'

interface Binding {
  readonly tenantId: string
  readonly fileHash: string
  readonly build: Pick<EngineBuild, 'publicInterface'>
  readonly signal: AbortSignal
}

/** A table of the engine's workbook. */
interface Copied {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly ReferenceColumn[]
}

/**
 * Binds every `Xref_` range of a workbook to the master that publishes it; refuses the workbook if one cannot be bound.
 */
export async function bindReferences(
  services: Pick<Services, 'db' | 'files' | 'settings'>,
  { tenantId, fileHash, build, signal }: Binding,
): Promise<NewEngineReference[]> {
  if (build.publicInterface.references.length === 0) return []
  return withTables(services, { tenantId, fileHash, signal }, { kind: 'read', isMaster: false }, ({ done, lines }) =>
    services.db.inTenant(tenantId, async (tx) => {
      const candidates = await publishedRanges(tx)
      const bound = done.tables.map((table) => ({ table, master: masterOf(table, candidates) }))
      const problems = bound.flatMap(({ table, master }) =>
        'problem' in master ? [{ field: `Xref_${table.name}`, message: master.problem }] : [],
      )
      if (problems.length > 0) {
        throw new CallError('REFERENCE_RANGE_ERROR', problems.map(({ message }) => message).join(' '), problems)
      }
      const references: NewEngineReference[] = []
      for (const { table, master } of bound) {
        if ('problem' in master) continue
        await keepTable(tx, table, lines(table))
        const { name, cell, columns, hash: tableHash } = table
        references.push({ name, cell, columns, tableHash, documentId: master.documentId, versionId: master.versionId })
      }
      return references
    }),
  )
}

/** The master that publishes a range: the only one, or the one that the name's comment chooses. */
function masterOf(table: Copied, all: readonly RangeCandidate[]): RangeCandidate | { readonly problem: string } {
  const named = all.filter(({ name }) => isSame(name, table.name))
  const chosen =
    table.comment === null ? [] : named.filter(({ serviceName }) => isSame(serviceName, table.comment ?? ''))
  const [master, another] = chosen.length > 0 ? chosen : named
  if (master === undefined) {
    const known = all.slice(0, 10).map(({ name, serviceName }) => `${name} of ${serviceName}`)
    const hint = known.length === 0 ? 'Nothing is published yet' : `Published are ${known.join(', ')}`
    return { problem: `No published master reference has a range ${table.name}. ${hint}.` }
  }
  if (another !== undefined) {
    const masters = named.map(({ serviceName }) => serviceName).join(', ')
    return {
      problem: `Several master references publish a range ${table.name}: ${masters}. Write the one to use into the comment of the name Xref_${table.name}.`,
    }
  }
  const [own, published] = [headingsOf(table.columns), headingsOf(master.columns)]
  if (isSame(own.join('\n'), published.join('\n'))) return master
  return {
    problem: `${table.name} has the headings ${own.join(', ')}, and ${master.serviceName} publishes it with ${published.join(', ')}.`,
  }
}

function headingsOf(columns: readonly ReferenceColumn[]): string[] {
  return columns.map(({ heading }) => heading.trim())
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
