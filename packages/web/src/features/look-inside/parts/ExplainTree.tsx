import { ActionIcon, Loader } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { ExplainedStep } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { IconChevronDown, IconChevronRight, IconGitBranch, IconTableShortcut } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useExplanation, type VersionSource } from '../queries.ts'
import { CellLink } from './CellLink.tsx'
import classes from './ExplainTree.module.css'

export interface ExplainTreeProps {
  readonly engine: EngineDetail
  readonly source: VersionSource
  readonly cell: string
}

/** A result as a tree; each level is fetched when it is expanded. */
export function ExplainTree({ engine, source, cell }: ExplainTreeProps) {
  const text = useText()
  const step = useExplanation(source, cell)
  if (step.isPending) return <Loader size="sm" m="md" aria-label={text('Loading.label')} />
  if (step.isError) return <FailureState error={step.error} onRetry={() => void step.refetch()} />
  return (
    <ul className={classes.tree} aria-label={text('Explain.title')}>
      <Node engine={engine} source={source} node={step.data} path={[]} isOpen />
    </ul>
  )
}

type Explained = Pick<ExplainedStep, 'cell' | 'label' | 'text' | 'formula' | 'comment'>

interface NodeProps {
  readonly engine: EngineDetail
  readonly source: VersionSource
  readonly node: Explained
  /** The ancestors: a cell that depends on itself is not expanded again. */
  readonly path: readonly string[]
  readonly isOpen?: boolean
}

function Node({ engine, source, node, path, isOpen = false }: NodeProps) {
  const text = useText()
  const [open, setOpen] = useState(isOpen)
  const { cell, label, text: shown, formula, comment } = node
  const isLeaf = formula === undefined || path.includes(cell)
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        {isLeaf ? (
          <span className={classes.leaf} aria-hidden="true" />
        ) : (
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-expanded={open}
            aria-label={text(open ? 'Explain.close' : 'Explain.openCell', { cell })}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconChevronDown /> : <IconChevronRight />}
          </ActionIcon>
        )}
        <span className={classes.cell}>
          <CellLink engine={engine} cell={cell} />
        </span>
        <span className={classes.label} title={label ?? undefined}>
          {label ?? ''}
        </span>
        <strong className={`mono ${classes.value}`}>{shown === '' ? text('Explain.blank') : shown}</strong>
        <span className={`mono ${classes.formula}`} title={formula}>
          {formula ?? text('Explain.typed')}
        </span>
      </div>
      {comment !== undefined && <p className={classes.comment}>{comment}</p>}
      {open && !isLeaf && <Level engine={engine} source={source} cell={cell} path={[...path, cell]} />}
    </li>
  )
}

interface LevelProps {
  readonly engine: EngineDetail
  readonly source: VersionSource
  readonly cell: string
  readonly path: readonly string[]
}

function Level({ engine, source, cell, path }: LevelProps) {
  const text = useText()
  const step = useExplanation(source, cell)
  if (step.isPending) return <Loader size="xs" m="xs" aria-label={text('Loading.label')} />
  if (step.isError) return <FailureState error={step.error} onRetry={() => void step.refetch()} />
  const { branches, lookups, precedents, notRead } = step.data
  const hits = new Set(lookups.flatMap((lookup) => lookup.cells.map((each) => each.cell)))
  return (
    <ul className={classes.level}>
      {branches.map(({ condition, value, taken }) => (
        <li key={condition} className={classes.note}>
          <IconGitBranch aria-hidden="true" />
          <span>{text('Explain.branch')}</span>
          <span className="mono">
            {condition} = {String(value).toUpperCase()}
            {taken === undefined ? '' : ` → ${taken}`}
          </span>
        </li>
      ))}
      {lookups.map(({ function: name, range, looked, hit, cells }) => (
        <li key={`${range} ${String(looked)}`} className={classes.item}>
          <div className={classes.note}>
            <IconTableShortcut aria-hidden="true" />
            <span>{text('Explain.lookup', { function: name })}</span>
            <span className="mono">{String(looked)} →</span>
            {hit === undefined ? (
              <span>{text('Explain.notFound', { range })}</span>
            ) : (
              <CellLink engine={engine} cell={hit} />
            )}
          </div>
          <ul className={classes.level}>
            {cells.map((each) => (
              <Node key={each.cell} engine={engine} source={source} node={each} path={path} />
            ))}
          </ul>
        </li>
      ))}
      {precedents.map((each) =>
        each.kind === 'range' ? (
          <li key={each.range} className={classes.note}>
            <CellLink engine={engine} cell={each.range} />
            <span>{text('Explain.cells', { cells: each.cells })}</span>
          </li>
        ) : hits.has(each.cell) ? null : (
          <Node key={each.cell} engine={engine} source={source} node={each} path={path} />
        ),
      )}
      {notRead.length > 0 && (
        <li className={classes.note}>
          <span>{text('Explain.notRead')}</span>
          <span className="mono">{notRead.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
