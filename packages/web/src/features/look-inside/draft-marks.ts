import { type MarkedInterface, markName } from '@sheetwright/contract/engines/marked-interface.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { InterfaceProposal, ProposalReason } from '@sheetwright/contract/look-inside/proposal.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

type ValueType = NonNullable<EnginePort['type']>

/** An input or output being edited: proposed, or marked by hand. */
export interface DraftMark {
  readonly id: string
  readonly kind: 'input' | 'output'
  readonly name: string
  readonly cell: string
  readonly description: string
  /** Undefined for the type inferred from the cell. */
  readonly type: ValueType | undefined
  readonly isTaken: boolean
  /** Empty if marked by hand. */
  readonly reasons: readonly ProposalReason[]
}

/** Confident proposals are accepted from the start. */
export function draftOf({ inputs, outputs }: InterfaceProposal): DraftMark[] {
  return [...inputs, ...outputs].map(({ kind, name, cell, description, sure, reasons }) => ({
    id: `${kind} ${cell}`,
    kind,
    name,
    cell,
    description,
    type: undefined,
    isTaken: sure,
    reasons,
  }))
}

export function interfaceOf(marks: readonly DraftMark[]): MarkedInterface {
  const ports = (kind: DraftMark['kind']) =>
    marks
      .filter((mark) => mark.kind === kind && mark.isTaken)
      .map(({ name, cell, description, type }) => ({
        name,
        cell,
        ...(description === '' ? {} : { description }),
        ...(type === undefined ? {} : { type }),
      }))
  return { inputs: ports('input'), outputs: ports('output') }
}

/** The errors of the names of accepted marks, by mark id. */
export function nameProblems(marks: readonly DraftMark[]): ReadonlyMap<string, MessageId> {
  const problems = new Map<string, MessageId>()
  const seen = new Set<string>()
  for (const { id, kind, name, isTaken } of marks) {
    if (!isTaken) continue
    const key = `${kind} ${name.toLowerCase()}`
    if (!markName.safeParse(name).success) problems.set(id, 'Marks.badName')
    else if (seen.has(key)) problems.set(id, 'Marks.nameTwice')
    seen.add(key)
  }
  return problems
}

/** A unique name for a cell, from the text beside it. */
export function nameFor(label: string | undefined, kind: DraftMark['kind'], marks: readonly DraftMark[]): string {
  const words = (label ?? '')
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const base = joined === '' ? (kind === 'input' ? 'Input' : 'Output') : /^\p{L}/u.test(joined) ? joined : `N${joined}`
  const taken = new Set(marks.filter((mark) => mark.kind === kind).map(({ name }) => name.toLowerCase()))
  let name = base.slice(0, 60)
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${base.slice(0, 60)}${i}`
  return name
}
