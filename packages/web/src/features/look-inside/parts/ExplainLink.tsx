import { ActionIcon, Tooltip } from '@mantine/core'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { IconZoomQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { useInsidePaths } from '../inside-path.ts'
import type { ShownRun } from '../queries.ts'
import { hashOfRun } from '../shown-run.ts'

export interface ExplainLinkProps {
  readonly engine: Pick<Engine, 'id' | 'productId' | 'access' | 'mayLeave'>
  /** Id or revision; by default the running version. */
  readonly version?: string | undefined
  /** `Sheet1!B2` */
  readonly cell: string
  /** The inputs to explain: of a logged call, or given here; by default the defaults. */
  readonly run?: { readonly call: string; readonly record?: number } | ShownRun | undefined
}

/** Links a number to its explanation. Hidden from users who may not see the workbook. */
export function ExplainLink({ engine, version, cell, run }: ExplainLinkProps) {
  const text = useText()
  const paths = useInsidePaths()
  if (engine.access === 'view' && !engine.mayLeave) return null
  const label = text('Explain.open', { cell })
  const called = run !== undefined && 'call' in run ? run : undefined
  const hash = run !== undefined && 'inputs' in run ? hashOfRun(run) : undefined
  const search = {
    cell,
    ...(version === undefined ? {} : { version }),
    ...(called === undefined ? {} : { call: called.call }),
    ...(called?.record === undefined ? {} : { record: String(called.record) }),
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        renderRoot={(props) => (
          <Link
            {...props}
            to={paths.inside(engine, 'explain')}
            search={search}
            {...(hash === undefined ? {} : { hash })}
          />
        )}
      >
        <IconZoomQuestion />
      </ActionIcon>
    </Tooltip>
  )
}
