import { NativeSelect } from '@mantine/core'
import type { DocumentFileType } from '@sheetwright/contract/documents/file-types.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import classes from './DocumentPreview.module.css'

interface Part {
  readonly title: string
  readonly text: string
}

/** The content of a document: text as it is, slides one below the other, sheets as tables, one at a time. */
export function TextPreview({ parts, fileType }: { parts: readonly Part[]; fileType: DocumentFileType }) {
  const text = useText()
  if (parts.every((part) => part.text.trim() === '')) return <p className={classes.note}>{text('Preview.noText')}</p>
  if (fileType === 'Excel') return <Sheets parts={parts} />
  return (
    // Long texts scroll, and a scrolling region must be reachable with the keyboard.
    <div className={classes.text} tabIndex={0} role="document" aria-label={text('Preview.text')}>
      {parts.map((part) => (
        <section key={part.title}>
          {part.title !== '' && <h3 className={classes.part}>{text('Preview.slide', { number: part.title })}</h3>}
          <p>{part.text}</p>
        </section>
      ))}
    </div>
  )
}

function Sheets({ parts }: { parts: readonly Part[] }) {
  const text = useText()
  const [shown, setShown] = useState(0)
  const rows = (parts[shown]?.text ?? '').split('\n').map((row) => row.split('\t'))
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return (
    <>
      <NativeSelect
        className={classes.choice ?? ''}
        size="xs"
        aria-label={text('Preview.sheet')}
        data={parts.map(({ title }, index) => ({ value: String(index), label: title }))}
        value={String(shown)}
        onChange={(event) => setShown(Number(event.currentTarget.value))}
      />
      <section className={classes.sheet} tabIndex={0} aria-label={parts[shown]?.title ?? ''}>
        <table>
          <tbody>
            {rows.map((row, number) => (
              <Row key={keyOf(number)} row={row} width={width} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Rows and columns of a sheet are identified by their number. */
const keyOf = (number: number) => `at ${number}`

function Row({ row, width }: { row: readonly string[]; width: number }) {
  return (
    <tr>
      {Array.from({ length: width }, (_, column) => (
        <td key={keyOf(column)}>{row[column] ?? ''}</td>
      ))}
    </tr>
  )
}
