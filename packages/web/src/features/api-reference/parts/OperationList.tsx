import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { groupTitle } from '../group-title.ts'
import type { Operation } from '../open-api.ts'
import { MethodBadge } from './MethodBadge.tsx'
import classes from './OperationList.module.css'

export interface OperationListProps {
  readonly operations: readonly Operation[]
  /** Undefined while the quick start is shown. */
  readonly selected: Operation | undefined
  readonly search: string
}

/** The operations, grouped by feature. */
export function OperationList({ operations, selected, search }: OperationListProps) {
  const text = useText()
  const groups = Map.groupBy(operations, (operation) => operation.group)
  return (
    <nav className={classes.list} aria-label={text('ApiReference.calls')}>
      <Link
        to="/api/docs"
        search={{}}
        className={classes.entry}
        aria-current={selected === undefined ? 'page' : undefined}
        activeProps={{ 'aria-current': undefined }}
        data-current={selected === undefined || undefined}
        resetScroll={false}
      >
        <span className={classes.name}>{text('QuickStart.title')}</span>
      </Link>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={groupTitle(group)}>
          <h2 className={classes.group}>{groupTitle(group)}</h2>
          <ul className={classes.entries}>
            {members.map((operation) => (
              <li key={operation.id}>
                <Link
                  to="/api/docs"
                  search={{ q: search, call: operation.id }}
                  className={classes.entry}
                  aria-current={operation === selected ? 'page' : undefined}
                  activeProps={{ 'aria-current': undefined }}
                  data-current={operation === selected || undefined}
                  resetScroll={false}
                >
                  <MethodBadge method={operation.method} />
                  <span className={classes.name} title={operation.id.split('.').at(-1)}>
                    {operation.id.split('.').at(-1)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
