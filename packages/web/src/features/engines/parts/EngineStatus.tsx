import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { IconRefreshAlert, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { endOf, startOf } from '../timeline.ts'
import classes from './EngineStatus.module.css'
import { VersionStateChip } from './VersionStateChip.tsx'

/** The running version and its state; an active version that is not in effect does not run. */
export function EngineStatus({ engine }: { engine: Engine }) {
  const text = useText()
  // A version that was just created may be newer than the page's clock.
  const now = Math.max(useNow().getTime(), Date.parse(engine.updatedAt))
  const { version } = engine
  if (version === null) {
    return (
      <StatusChip tone="neutral" icon={<IconX />}>
        {text('Engine.noVersion')}
      </StatusChip>
    )
  }
  const outside = version.state === 'Active' && (now < startOf(version) || now > endOf(version))
  return (
    <span className={classes.root}>
      {outside ? (
        <StatusChip tone="attention" icon={<IconX />}>
          {text('Engine.notInEffect')}
        </StatusChip>
      ) : (
        <VersionStateChip state={version.state} />
      )}
      <span className="mono">{version.revision}</span>
      {version.referenceUpdateRequired && (
        <StatusChip tone="attention" icon={<IconRefreshAlert />}>
          {text('Sync.outdated')}
        </StatusChip>
      )}
    </span>
  )
}
