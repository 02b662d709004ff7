import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import type { MarkedInterface } from '@sheetwright/contract/engines/marked-interface.ts'
import { IconLogin2, IconLogout2 } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { holds, splitAddress } from '../../../ui/sheet/sheet-geometry.ts'
import { type DraftMark, draftOf, interfaceOf, nameFor, nameProblems } from '../draft-marks.ts'
import { markLabel } from '../mark-label.ts'
import { type BookSource, useBook, useProposals } from '../queries.ts'
import type { SheetCell } from '../use-sheet-cells.ts'
import { MarkList } from './MarkList.tsx'
import classes from './MarkInterface.module.css'
import { SheetView } from './SheetView.tsx'

export interface MarkInterfaceProps {
  readonly product: string
  readonly upload: string
  /** Shown above the sheet: why it has to be marked. */
  readonly notice: ReactNode
  /** Called with the interface when it changes; undefined while it is invalid. */
  readonly onChange: (marked: MarkedInterface | undefined) => void
}

/** The sheet of an uploaded workbook, on which inputs and outputs are marked; proposals are marked already. */
export function MarkInterface({ product, upload, notice, onChange }: MarkInterfaceProps) {
  const text = useText()
  const source: BookSource = { kind: 'upload', product, upload }
  const book = useBook(source)
  const proposals = useProposals(product, upload)
  const failed = book.isError ? book : proposals.isError ? proposals : undefined
  if (failed?.error) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!book.data || !proposals.data) {
    return (
      <Group gap="sm">
        <Loader size="sm" />
        <Text size="sm">{text('Marks.reading')}</Text>
      </Group>
    )
  }
  return (
    <Marking source={source} book={book.data} notice={notice} proposed={draftOf(proposals.data)} onChange={onChange} />
  )
}

interface MarkingProps {
  readonly source: BookSource
  readonly book: NonNullable<ReturnType<typeof useBook>['data']>
  readonly notice: ReactNode
  readonly proposed: readonly DraftMark[]
  readonly onChange: MarkInterfaceProps['onChange']
}

function Marking({ source, book, notice, proposed, onChange }: MarkingProps) {
  const text = useText()
  const [marks, setMarks] = useState(proposed)
  const [address, setAddress] = useState(() => proposed.find(({ isTaken }) => isTaken)?.cell ?? '')
  const [begun, setBegun] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  if (!begun) {
    setBegun(true)
    onChange(usable(marks))
  }

  function change(next: readonly DraftMark[]) {
    setMarks(next)
    onChange(usable(next))
  }

  /** The button that added or removed a mark is gone with it: the sheet takes the focus, to go on marking. */
  function focusSheet() {
    view.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
  }

  const chosen = markAt(marks, address)

  function add(kind: DraftMark['kind'], cellAt: (row: number, col: number) => SheetCell | undefined) {
    const { range } = splitAddress(address)
    const label = range && markLabel(range, (row, col) => cellAt(row, col)?.value)
    const mark: DraftMark = {
      id: `${kind} ${address}`,
      kind,
      name: nameFor(label, kind, marks),
      cell: address,
      description: label ?? '',
      type: undefined,
      isTaken: true,
      reasons: [],
    }
    change([...marks.filter(({ id }) => id !== mark.id), mark])
    focusSheet()
  }

  return (
    <div className={classes.step}>
      {notice}
      <div ref={view} className={classes.sheet}>
        <SheetView
          source={source}
          book={book}
          address={address}
          onAddress={setAddress}
          marks={marks.map(({ id, kind, cell, isTaken, name }) => ({
            id,
            cell,
            tone: kind,
            faint: !isTaken,
            ...(isTaken && chosen?.id === id ? { label: name } : {}),
          }))}
          renderAside={(cellAt) => (
            <div className={classes.panel}>
              <div className={classes.adding}>
                {address !== '' && (chosen === undefined || !chosen.isTaken) ? (
                  <>
                    <Text size="sm">
                      {text('Marks.selected')}{' '}
                      <span className="mono">{address.slice(address.lastIndexOf('!') + 1)}</span>
                    </Text>
                    <Group gap="xs" grow>
                      <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconLogin2 />}
                        onClick={() => add('input', cellAt)}
                      >
                        {text('Marks.asInput')}
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconLogout2 />}
                        onClick={() => add('output', cellAt)}
                      >
                        {text('Marks.asOutput')}
                      </Button>
                    </Group>
                  </>
                ) : (
                  <Text size="sm" c="dimmed">
                    {text('Marks.hint')}
                  </Text>
                )}
              </div>
              <MarkList marks={marks} chosen={chosen} onChoose={setAddress} onChange={change} onRemoved={focusSheet} />
            </div>
          )}
        />
      </div>
    </div>
  )
}

function usable(marks: readonly DraftMark[]): MarkedInterface | undefined {
  const marked = interfaceOf(marks)
  return marked.outputs.length === 0 || nameProblems(marks).size > 0 ? undefined : marked
}

/** The mark of the selected cells; accepted ones before proposed ones. */
function markAt(marks: readonly DraftMark[], address: string): DraftMark | undefined {
  const { sheet, range } = splitAddress(address)
  const here = marks.filter(({ cell }) => {
    const place = splitAddress(cell)
    return cell === address || (place.sheet === sheet && place.range && range && isInside(range, place.range))
  })
  return here.find(({ isTaken }) => isTaken) ?? here[0]
}

function isInside(
  { top, left, bottom, right }: NonNullable<ReturnType<typeof splitAddress>['range']>,
  place: NonNullable<ReturnType<typeof splitAddress>['range']>,
): boolean {
  return top === bottom && left === right && holds(place, top, left)
}

/** The notice above the sheet of a workbook without named inputs and outputs. */
export function MarkNotice({ problems }: { readonly problems: readonly string[] }) {
  const text = useText()
  return (
    <Alert variant="light" color={problems.length > 0 ? 'red' : 'petrol'} title={text('Marks.title')}>
      {problems.length === 0 ? (
        text('Marks.text')
      ) : (
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
