import { Alert } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { CellChange, PortChange, VersionDiff } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { IconAlertTriangle, IconEqual } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { exactText } from '../../../ui/value-text.ts'
import { CellLink } from './CellLink.tsx'
import { ChangedOutputs } from './ChangedOutputs.tsx'
import classes from './VersionDiffView.module.css'

const changeNames = { added: 'Diff.added', removed: 'Diff.removed', changed: 'Diff.changed' } as const

const fieldNames = {
  shape: 'Diff.field.shape',
  type: 'Diff.field.type',
  default: 'Diff.field.default',
  cell: 'Diff.field.cell',
  description: 'Diff.field.description',
  columns: 'Diff.field.columns',
  rows: 'Diff.field.rows',
  validation: 'Diff.field.validation',
} as const

const kindNames = {
  formula: 'Diff.kind.formula',
  constant: 'Diff.kind.constant',
  formulaToConstant: 'Diff.kind.formulaToConstant',
  constantToFormula: 'Diff.kind.constantToFormula',
  added: 'Diff.kind.added',
  removed: 'Diff.kind.removed',
} as const

interface ViewProps {
  readonly engine: EngineDetail
  readonly diff: VersionDiff
}

/** The changes from one version to the next: first those that callers notice, then those in the workbook. */
export function VersionDiffView({ engine, diff }: ViewProps) {
  const text = useText()
  const formulas = diff.changes.filter(({ kind }) => kind.includes('ormula'))
  const constants = diff.changes.filter(({ kind }) => kind === 'constant')
  const rest = diff.changes.filter(({ kind }) => kind === 'added' || kind === 'removed')
  const outputs = diff.outputs.filter(({ isChanged }) => isChanged)
  const { furtherParts, isSameFile } = diff
  const found = [diff.interface, outputs, diff.changes, diff.tables, diff.sheets, diff.names, furtherParts]
  return (
    <div className={classes.page}>
      <Tiles
        label={text('Diff.facts')}
        plain
        tiles={[
          { label: text('Diff.interface'), value: diff.interface.length },
          { label: text('Diff.outputs'), value: outputs.length },
          { label: text('Diff.formulas'), value: formulas.length },
          { label: text('Diff.constants'), value: constants.length },
          { label: text('Diff.cells'), value: diff.changedCells },
        ]}
      />
      {diff.failures.length > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={text('Diff.failures')}>
          <ul className={classes.list}>
            {diff.failures.map(({ version, message }) => (
              <li key={`${version} ${message}`}>
                <span className="mono">{diff[version].revision}</span> {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {found.every((changes) => changes.length === 0) && (
        <EmptyState
          icon={<IconEqual />}
          title={text(isSameFile ? 'Diff.same.title' : 'Diff.otherFile.title')}
          text={text(isSameFile ? 'Diff.same.text' : 'Diff.otherFile.text')}
        />
      )}
      <Part title={text('Diff.interface')} count={diff.interface.length}>
        <PortChanges changes={diff.interface} />
      </Part>
      <Part title={text('Diff.outputs')} count={outputs.length} note={text('Diff.outputsNote')}>
        <ChangedOutputs outputs={outputs} before={diff.before.revision} after={diff.after.revision} />
      </Part>
      <Part title={text('Diff.formulas')} count={formulas.length}>
        <CellChanges engine={engine} diff={diff} changes={formulas} label={text('Diff.formulas')} />
      </Part>
      <Part title={text('Diff.constants')} count={constants.length}>
        <Constants engine={engine} diff={diff} changes={constants} />
      </Part>
      <Part title={text('Diff.tables')} count={diff.tables.length}>
        <ul className={classes.list}>
          {diff.tables.map((table) => (
            <li key={table.name}>
              <strong className="mono">{table.name}</strong> {text(changeNames[table.change])}{' '}
              {text('Diff.tableRows', { before: table.rows.before, after: table.rows.after })}
              {table.columnsAdded.length > 0 && ` +${table.columnsAdded.join(', ')}`}
              {table.columnsRemoved.length > 0 && ` −${table.columnsRemoved.join(', ')}`}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={text('Diff.rest')} count={rest.length}>
        <CellChanges engine={engine} diff={diff} changes={rest} label={text('Diff.rest')} />
      </Part>
      <Part title={text('Diff.sheets')} count={diff.sheets.length}>
        <ul className={classes.list}>
          {diff.sheets.map(({ name, change, rowsInserted, rowsRemoved, columnsInserted, columnsRemoved }) => (
            <li key={name}>
              <strong>{name}</strong> {text(changeNames[change])}
              {rowsInserted + rowsRemoved > 0 &&
                ` · ${text('Diff.rows', { inserted: rowsInserted, removed: rowsRemoved })}`}
              {columnsInserted + columnsRemoved > 0 &&
                ` · ${text('Diff.columns', { inserted: columnsInserted, removed: columnsRemoved })}`}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={text('Diff.names')} count={diff.names.length}>
        <ul className={classes.list}>
          {diff.names.map(({ name, before, after }) => (
            <li key={name} className="mono">
              {name}: {before ?? '–'} → {after ?? '–'}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={text('Diff.further')} count={furtherParts.length}>
        <ul className={classes.list}>
          {furtherParts.map((part) => (
            <li key={part}>{text(`Interface.${part}`)}</li>
          ))}
        </ul>
      </Part>
      {diff.omitted > 0 && <p className={classes.dim}>{text('Diff.omitted', { omitted: diff.omitted })}</p>}
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly count: number
  readonly note?: string
  readonly children: ReactNode
}

function Part({ title, count, note, children }: PartProps) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>
        {title} <span className={classes.dim}>{count}</span>
      </h3>
      {note !== undefined && <p className={classes.dim}>{note}</p>}
      {children}
    </section>
  )
}

function PortChanges({ changes }: { readonly changes: readonly PortChange[] }) {
  const text = useText()
  return (
    <ul className={classes.list}>
      {changes.map(({ kind, name, change, fields }) => (
        <li key={`${kind} ${name}`}>
          {text(kind === 'input' ? 'Diff.input' : 'Interface.output')} <strong className="mono">{name}</strong>{' '}
          {text(changeNames[change])}
          {fields.map(({ field, before, after }) => (
            <span key={field} className={classes.field}>
              {text(fieldNames[field])}: <del className="mono">{before || '–'}</del> →{' '}
              <ins className="mono">{after || '–'}</ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

interface CellChangesProps extends ViewProps {
  readonly changes: readonly CellChange[]
  readonly label: string
}

function CellChanges({ engine, diff, changes, label }: CellChangesProps) {
  const text = useText()
  const side = (at: CellChange['before']) => (
    <span className={`mono ${classes.cut}`} title={at?.formula ?? exactText(at?.value ?? null)}>
      {at === undefined ? '–' : (at.formula ?? exactText(at.value))}
    </span>
  )
  return (
    <LongTable
      label={label}
      rows={changes}
      rowKey={({ kind, sheet, range }) => `${kind} ${sheet}!${range}`}
      columns={[
        {
          id: 'cell',
          heading: text('Port.cell'),
          width: 200,
          namesRow: true,
          renderCell: ({ kind, sheet, range }) => (
            <CellLink
              engine={engine}
              cell={`${sheet}!${range}`}
              version={kind === 'removed' ? diff.before.id : diff.after.id}
            />
          ),
        },
        {
          id: 'cells',
          heading: text('Lint.cells'),
          width: 80,
          align: 'end',
          renderCell: ({ cells }) => <span className="mono">{cells}</span>,
        },
        {
          id: 'kind',
          heading: text('Diff.kind'),
          width: 170,
          renderCell: ({ kind }) => <span>{text(kindNames[kind])}</span>,
        },
        {
          id: 'before',
          heading: diff.before.revision,
          width: 220,
          grows: true,
          renderCell: ({ before }) => side(before),
        },
        { id: 'after', heading: diff.after.revision, width: 220, grows: true, renderCell: ({ after }) => side(after) },
      ]}
    />
  )
}

interface ConstantsProps extends ViewProps {
  readonly changes: readonly CellChange[]
}

function Constants({ engine, diff, changes }: ConstantsProps) {
  const text = useText()
  const rows = changes.flatMap(({ sheet, values = [] }) =>
    values.map((each) => ({ ...each, cell: `${sheet}!${each.cell}` })),
  )
  const unlisted = changes.reduce((sum, { cells, values = [] }) => sum + cells - values.length, 0)
  return (
    <>
      <LongTable
        label={text('Diff.constants')}
        rows={rows}
        rowKey={({ cell }) => cell}
        columns={[
          {
            id: 'cell',
            heading: text('Port.cell'),
            width: 200,
            namesRow: true,
            renderCell: ({ cell }) => <CellLink engine={engine} cell={cell} version={diff.after.id} />,
          },
          {
            id: 'before',
            heading: diff.before.revision,
            width: 180,
            align: 'end',
            renderCell: ({ before }) => <span className="mono">{exactText(before)}</span>,
          },
          {
            id: 'after',
            heading: diff.after.revision,
            width: 180,
            align: 'end',
            renderCell: ({ after }) => <span className="mono">{exactText(after)}</span>,
          },
        ]}
      />
      {unlisted > 0 && <p className={classes.dim}>{text('Diff.moreConstants', { count: unlisted })}</p>}
    </>
  )
}
