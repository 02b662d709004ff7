import { ActionIcon, Checkbox, Select, Textarea, TextInput, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { valueTypeNames } from '../../engines/parts/value-type-names.ts'
import { type DraftMark, nameProblems } from '../draft-marks.ts'
import { reasonNames } from '../reason-names.ts'
import classes from './MarkList.module.css'

export interface MarkListProps {
  readonly marks: readonly DraftMark[]
  readonly chosen: DraftMark | undefined
  readonly onChoose: (cell: string) => void
  readonly onChange: (marks: readonly DraftMark[]) => void
  readonly onRemoved: () => void
}

const headings = { input: 'Marks.inputs', output: 'Marks.outputs' } as const

/** Marks and proposals with their reasons; the selected one can be described and typed. */
export function MarkList({ marks, chosen, onChoose, onChange, onRemoved }: MarkListProps) {
  const text = useText()
  const problems = nameProblems(marks)
  const set = (id: string, changes: Partial<DraftMark>) =>
    onChange(marks.map((mark) => (mark.id === id ? { ...mark, ...changes } : mark)))
  return (
    <div className={classes.list}>
      {(['input', 'output'] as const).map((kind) => {
        const own = marks.filter((mark) => mark.kind === kind)
        const taken = own.filter(({ isTaken }) => isTaken).length
        return (
          <section key={kind} className={classes.section} aria-label={text(headings[kind])}>
            <h3 className={classes.heading} data-tone={kind}>
              {text(headings[kind])}{' '}
              <span className={classes.count}>{text('Marks.taken', { taken, all: own.length })}</span>
            </h3>
            {kind === 'output' && taken === 0 && <p className={classes.problem}>{text('Marks.noOutput')}</p>}
            {own.map((mark) => (
              <MarkRow
                key={mark.id}
                mark={mark}
                isChosen={mark.id === chosen?.id}
                problem={problems.get(mark.id)}
                onChoose={() => onChoose(mark.cell)}
                onSet={(changes) => set(mark.id, changes)}
                onRemove={() => {
                  onChange(marks.filter(({ id }) => id !== mark.id))
                  onRemoved()
                }}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

/** Scrolls the list only: the sheet beside it stays where it is. */
function showInList(row: HTMLElement) {
  const section = row.parentElement
  const list = section?.parentElement
  if (!section || !list) return
  const heading = section.firstElementChild?.clientHeight ?? 0
  const above = row.getBoundingClientRect().top - list.getBoundingClientRect().top - heading
  const below = row.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
  if (above < 0) list.scrollTop += above
  else if (below > 0) list.scrollTop += Math.min(above, below)
}

interface MarkRowProps {
  readonly mark: DraftMark
  readonly isChosen: boolean
  readonly problem: MessageId | undefined
  readonly onChoose: () => void
  readonly onSet: (changes: Partial<DraftMark>) => void
  readonly onRemove: () => void
}

function MarkRow({ mark, isChosen, problem, onChoose, onSet, onRemove }: MarkRowProps) {
  const text = useText()
  const { name, cell, isTaken, reasons, description, type } = mark
  const root = useRef<HTMLDivElement>(null)
  // A cell that is chosen on the sheet may be far down the list.
  useEffect(() => {
    if (isChosen && root.current) showInList(root.current)
  }, [isChosen])
  const reasonText = reasons.map((reason) => text(reasonNames[reason])).join(text('PortRule.separator'))
  return (
    <div ref={root} className={classes.row} data-chosen={isChosen || undefined}>
      <Checkbox
        size="xs"
        checked={isTaken}
        aria-label={text('Marks.take', { name })}
        onChange={(event) => {
          onSet({ isTaken: event.currentTarget.checked })
          onChoose()
        }}
      />
      <TextInput
        size="xs"
        className={classes.name ?? ''}
        aria-label={text('Marks.nameOf', { cell })}
        value={name}
        error={problem === undefined ? undefined : text(problem)}
        onFocus={onChoose}
        onChange={(event) => onSet({ name: event.currentTarget.value, isTaken: true })}
      />
      <button type="button" className={`mono ${classes.cell}`} onClick={onChoose}>
        {cell.slice(cell.lastIndexOf('!') + 1)}
      </button>
      {reasons.length > 0 ? (
        <Tooltip label={reasonText} multiline maw={280}>
          <ActionIcon size="sm" aria-label={reasonText} onClick={onChoose}>
            <IconInfoCircle className={classes.icon} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Tooltip label={text('Marks.remove')}>
          <ActionIcon size="sm" aria-label={text('Marks.removeOf', { name })} onClick={onRemove}>
            <IconTrash className={classes.icon} />
          </ActionIcon>
        </Tooltip>
      )}
      {isChosen && isTaken && (
        <div className={classes.details}>
          <Textarea
            size="xs"
            autosize
            minRows={1}
            maxRows={3}
            maxLength={1000}
            label={text('Marks.description')}
            value={description}
            onChange={(event) => onSet({ description: event.currentTarget.value })}
          />
          <Select
            size="xs"
            label={text('Marks.type')}
            placeholder={text('Marks.typeOfCell')}
            clearable
            data={Object.entries(valueTypeNames).map(([value, id]) => ({ value, label: text(id) }))}
            value={type ?? null}
            onChange={(value) => onSet({ type: (value ?? undefined) as DraftMark['type'] })}
          />
        </div>
      )}
    </div>
  )
}
