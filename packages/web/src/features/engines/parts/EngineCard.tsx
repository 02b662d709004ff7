import { Skeleton } from '@mantine/core'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFileDrop } from '../../../ui/file-drop.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { LintScore } from '../../look-inside/parts/LintScore.tsx'
import { mayEngine } from '../engine-access.ts'
import { useEnginePaths } from '../engine-path.ts'
import classes from './EngineCard.module.css'
import { EngineFavourite } from './EngineFavourite.tsx'
import { EngineMenu } from './EngineMenu.tsx'
import { EngineStatus } from './EngineStatus.tsx'

export interface EngineCardProps {
  readonly engine: Engine
  /** Called for a workbook dropped on the card, or without one from its menu. */
  readonly onNewVersion: (engine: Engine, file?: File) => void
}

export function EngineCard({ engine, onNewVersion }: EngineCardProps) {
  const text = useText()
  const paths = useEnginePaths()
  const drop = useFileDrop(mayEngine('edit', engine) ? (file) => onNewVersion(engine, file) : undefined)
  return (
    <article className={classes.card} data-over={drop.over || undefined} {...drop.handlers}>
      <div className={classes.head}>
        <EngineStatus engine={engine} />
        <div className={classes.actions}>
          <EngineFavourite engine={engine} />
          <EngineMenu engine={engine} onNewVersion={() => onNewVersion(engine)} />
        </div>
      </div>
      <h2 className={classes.name}>
        <Link to={paths.engine(engine)} className={classes.link}>
          {engine.name}
        </Link>
      </h2>
      <p className={classes.note}>{engine.version?.releaseNote || text('Engine.noReleaseNote')}</p>
      <div className={classes.foot}>
        <span>{text('Engine.versionCount', { count: engine.versionCount })}</span>
        {engine.version?.lintScore != null && <LintScore score={engine.version.lintScore} />}
        <span className={classes.owner}>{engine.owner}</span>
        <RelativeMoment value={engine.updatedAt} short />
      </div>
      {drop.over && (
        <div className={classes.drop}>
          <IconUpload className="large" />
          {text('Engine.dropHere', { name: engine.name })}
        </div>
      )}
    </article>
  )
}

/** Placeholder of the same size as a card. */
export function EngineCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <Skeleton height="var(--sw-skeleton-title)" width="30%" />
      <Skeleton height="var(--sw-skeleton-line)" width="65%" mt="md" />
      <Skeleton height="var(--sw-skeleton-line)" width="90%" mt="md" />
    </div>
  )
}
