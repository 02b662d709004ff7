import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EngineCard, EngineCardSkeleton, type EngineCardProps } from './EngineCard.tsx'
import classes from './EngineGrid.module.css'

export interface EngineGridProps extends Pick<EngineCardProps, 'onNewVersion'> {
  /** Undefined while loading. */
  readonly engines: readonly Engine[] | undefined
  readonly skeletons: number
  readonly stale?: boolean
}

/** Engines as cards. */
export function EngineGrid({ engines, skeletons, stale = false, onNewVersion }: EngineGridProps) {
  const text = useText()
  if (engines === undefined) {
    return (
      <output className={classes.grid} aria-label={text('Loading.label')}>
        {Array.from({ length: skeletons }, (_, index) => (
          <EngineCardSkeleton key={index} />
        ))}
      </output>
    )
  }
  return (
    <ul className={classes.grid} data-stale={stale || undefined}>
      {engines.map((engine) => (
        <li key={engine.id}>
          <EngineCard engine={engine} onNewVersion={onNewVersion} />
        </li>
      ))}
    </ul>
  )
}
