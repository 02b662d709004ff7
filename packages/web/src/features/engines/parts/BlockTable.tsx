import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { isNumeric } from '../../../ui/input-text.ts'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { type BlockRow, excelDigits, exactText } from '../../../ui/value-text.ts'
import classes from './BlockTable.module.css'
import { ValueText } from './ValueText.tsx'

export interface BlockTableProps {
  readonly name: string
  /** For the order and the formats of its columns; undefined if the engine is not known. */
  readonly port: EnginePort | undefined
  readonly rows: readonly BlockRow[]
  /** Values that differ from those in the same row are marked. */
  readonly expected?: readonly BlockRow[] | undefined
}

/** The value of an input or output that is a block of rows. */
export function BlockTable({ name, port, rows, expected }: BlockTableProps) {
  const text = useText()
  const known = new Map(port?.columns?.map((column) => [column.heading, column]))
  const headings = port?.columns === undefined ? headingsOf([...rows, ...(expected ?? [])]) : [...known.keys()]
  const count = Math.max(rows.length, expected?.length ?? 0)
  const isNumberColumn = (heading: string) =>
    port?.columns === undefined
      ? rows.every((row) => typeof row[heading] === 'number')
      : isNumeric(known.get(heading)?.type)
  return (
    <section className={classes.section} aria-label={name}>
      <h3 className={classes.title}>
        {name} <span className={classes.count}>{text('Port.rows', { count: rows.length })}</span>
      </h3>
      <LongTable
        label={name}
        rows={Array.from({ length: count }, (_, index) => index)}
        rowKey={String}
        columns={headings.map((heading) => ({
          id: heading,
          heading,
          width: 104,
          grows: true,
          ...(isNumberColumn(heading) ? { align: 'end' as const } : {}),
          renderCell: (index: number) => (
            <BlockValue
              value={rows[index]?.[heading]}
              expected={expected === undefined ? undefined : { value: expected[index]?.[heading] }}
              numberFormat={known.get(heading)?.numberFormat}
            />
          ),
        }))}
      />
    </section>
  )
}

interface BlockValueProps {
  readonly value: unknown
  readonly expected: { readonly value: unknown } | undefined
  readonly numberFormat: string | undefined
}

function BlockValue({ value, expected, numberFormat }: BlockValueProps) {
  const shown = <ValueText value={value} numberFormat={numberFormat} />
  if (expected === undefined || excelDigits(exactText(value)) === excelDigits(exactText(expected.value))) return shown
  return (
    <>
      {shown}
      <span className={classes.expected}>
        {' ≠ '}
        <ValueText value={expected.value} numberFormat={numberFormat} />
      </span>
    </>
  )
}

function headingsOf(rows: readonly BlockRow[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}
