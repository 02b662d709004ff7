import { Loader } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useExplanation, type VersionSource } from '../queries.ts'
import { ExplainLink } from './ExplainLink.tsx'
import classes from './ExplainPanel.module.css'

interface ExplainPanelProps {
  readonly engine: EngineDetail
  readonly source: VersionSource
  /** `Sheet1!B2` */
  readonly cell: string
  readonly onCell: (cell: string) => void
}

/** Explains the value of a cell: formula, precedents, the branch taken, the row a lookup hit. Each is a link. */
export function ExplainPanel({ engine, source, cell, onCell }: ExplainPanelProps) {
  const text = useText()
  const step = useExplanation(source, cell)
  if (step.isPending) return <Loader size="sm" m="md" aria-label={text('Loading.label')} />
  if (step.isError) return <FailureState error={step.error} onRetry={() => void step.refetch()} />
  const { label, text: shown, formula, precedents, notRead, branches, lookups, dependents, comment } = step.data
  const link = (address: string) => (
    <button type="button" className={`mono ${classes.link}`} onClick={() => onCell(address)}>
      {address}
    </button>
  )
  return (
    <section className={classes.panel} aria-label={text('Explain.title')}>
      <header className={classes.head}>
        <h3 className={classes.title}>{text('Explain.title')}</h3>
        <ExplainLink engine={engine} version={source.version} cell={cell} run={source.run} />
      </header>
      <p className={classes.value}>
        {label !== undefined && <span className={classes.label}>{label}</span>}
        <strong className="mono">{shown === '' ? text('Explain.blank') : shown}</strong>
      </p>
      {formula === undefined ? (
        <p className={classes.dim}>{text('Explain.constant')}</p>
      ) : (
        <p className={`mono ${classes.formula}`}>{formula}</p>
      )}
      {comment !== undefined && (
        <>
          <h4 className={classes.heading}>{text('Explain.comment')}</h4>
          <p className={classes.comment}>{comment}</p>
        </>
      )}
      {branches.length > 0 && (
        <>
          <h4 className={classes.heading}>{text('Explain.branches')}</h4>
          {branches.map(({ condition, value, taken }) => (
            <p key={condition} className={classes.line}>
              <span className="mono">{condition}</span> = <strong>{String(value).toUpperCase()}</strong>
              {taken !== undefined && (
                <>
                  {' → '}
                  <span className="mono">{taken}</span>
                </>
              )}
            </p>
          ))}
        </>
      )}
      {lookups.length > 0 && (
        <>
          <h4 className={classes.heading}>{text('Explain.lookups')}</h4>
          {lookups.map(({ range, looked, hit }) => (
            <p key={`${range} ${String(looked)}`} className={classes.line}>
              <span className="mono">{String(looked)}</span>
              {' → '}
              {hit === undefined ? text('Explain.notFound', { range }) : link(hit)}
            </p>
          ))}
        </>
      )}
      {precedents.length > 0 && (
        <>
          <h4 className={classes.heading}>{text('Explain.precedents')}</h4>
          <ul className={classes.list}>
            {precedents.map((each) =>
              each.kind === 'range' ? (
                <li key={each.range} className={classes.row}>
                  {link(each.range)}
                  <span className={classes.dim}>{text('Explain.cells', { cells: each.cells })}</span>
                </li>
              ) : (
                <li key={each.cell} className={classes.row}>
                  {link(each.cell)}
                  <span className={classes.name}>{each.label ?? ''}</span>
                  <span className="mono">{each.text}</span>
                </li>
              ),
            )}
          </ul>
        </>
      )}
      {dependents.total > 0 && (
        <>
          <h4 className={classes.heading}>{text('Explain.dependents', { count: dependents.total })}</h4>
          <ul className={classes.list}>
            {dependents.cells.map((each) => (
              <li key={each.cell} className={classes.row}>
                {link(each.cell)}
                <span className={classes.name}>{each.label ?? ''}</span>
                <span className="mono">{each.text}</span>
              </li>
            ))}
          </ul>
          {dependents.total > dependents.cells.length && (
            <p className={classes.dim}>
              {text('Explain.moreDependents', { count: dependents.total - dependents.cells.length })}
            </p>
          )}
        </>
      )}
      {notRead.length > 0 && (
        <p className={classes.dim}>
          {text('Explain.notRead')} <span className="mono">{notRead.join(', ')}</span>
        </p>
      )}
    </section>
  )
}
