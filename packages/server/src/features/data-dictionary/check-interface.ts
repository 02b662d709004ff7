import { checkInterface, type DictionaryFinding } from '@sheetwright/contract/data-dictionary/check-interface.ts'
import type { DictionaryEntry } from '@sheetwright/contract/data-dictionary/dictionary-entry.ts'
import { handle } from '../../platform/http/handle.ts'
import { allEntries } from './dictionary.store.ts'

export const checkInterfaceHandler = handle(checkInterface, async ({ caller, body, services: { db } }) => {
  const entries = await db.inTenant(caller.tenantId, allEntries)
  if (entries.length === 0) return []
  const known = new Map(entries.map((entry) => [keyOf(entry.name), entry]))
  return [
    ...body.inputs.flatMap((port) => findingsOf(port, 'input', known.get(keyOf(port.name)))),
    ...body.outputs.flatMap((port) => findingsOf(port, 'output', known.get(keyOf(port.name)))),
  ]
})

function findingsOf(
  { name, type }: { readonly name: string; readonly type: string },
  direction: 'input' | 'output',
  entry: DictionaryEntry | undefined,
): DictionaryFinding[] {
  if (entry === undefined) return [{ name, direction, kind: 'missing', expected: null, found: type }]
  const findings: DictionaryFinding[] = []
  if (entry.direction !== 'any' && entry.direction !== direction) {
    findings.push({ name, direction, kind: 'direction', expected: entry.direction, found: direction })
  }
  if (entry.type !== 'any' && entry.type !== plainType(type)) {
    findings.push({ name, direction, kind: 'type', expected: entry.type, found: type })
  }
  return findings
}

/** The dictionary has one type for all the number and date types of an engine. */
function plainType(type: string): string {
  const lower = type.toLowerCase()
  if (/^(number|integer|decimal|percent|currency)/.test(lower)) return 'number'
  if (/^(date|time)/.test(lower)) return 'date'
  if (/^(text|string)/.test(lower)) return 'text'
  return lower.startsWith('bool') ? 'boolean' : lower
}

function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
