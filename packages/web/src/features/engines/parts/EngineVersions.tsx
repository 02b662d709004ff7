import { Switch } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { IconVersions } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useEnginePaths } from '../engine-path.ts'
import { useEngineVersions } from '../queries.ts'
import { stretchesOf } from '../timeline.ts'
import classes from './EngineVersions.module.css'
import { VersionMenu } from './VersionMenu.tsx'
import { VersionStateChip } from './VersionStateChip.tsx'

/** All versions of an engine with their state, dates and actions. */
export function EngineVersions({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const paths = useEnginePaths()
  const now = Math.max(useNow().getTime(), Date.parse(engine.updatedAt))
  const [archived, setArchived] = useState(false)
  const versions = useEngineVersions(engine.productId, engine.id, archived)
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  const running = stretchesOf(versions.data ?? []).find(({ from, to }) => from <= now && now < to)?.running
  const columns: Column<EngineVersion>[] = [
    {
      id: 'revision',
      heading: text('Version.revision'),
      width: 96,
      namesRow: true,
      renderCell: (version) => (
        <Link to={paths.engine(engine)} search={{ version: version.id }} className={`mono ${classes.revision}`}>
          {version.revision}
        </Link>
      ),
    },
    {
      id: 'state',
      heading: text('Version.state'),
      width: 150,
      renderCell: (version) => (
        <>
          <VersionStateChip state={version.state} />
          {version.id === running?.id && <span className={classes.running}>{text('Version.runsNow')}</span>}
        </>
      ),
    },
    {
      id: 'effective',
      heading: text('Version.effective'),
      width: 206,
      renderCell: ({ effectiveStartDate, effectiveEndDate }) => (
        <span className={`mono ${classes.dates}`}>
          {formatDay(new Date(effectiveStartDate))} – {formatDay(new Date(effectiveEndDate))}
        </span>
      ),
    },
    {
      id: 'note',
      heading: text('Version.releaseNote'),
      width: 130,
      grows: true,
      renderCell: (version) => <span title={version.releaseNote}>{noteOf(text, version)}</span>,
    },
    {
      id: 'createdAt',
      heading: text('Version.uploaded'),
      width: 128,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 52,
      align: 'end',
      renderCell: (version) => <VersionMenu engine={engine} version={version} />,
    },
  ]
  return (
    <>
      <div className={classes.bar}>
        <Switch
          size="xs"
          label={text('Version.showArchived')}
          checked={archived}
          onChange={(event) => setArchived(event.currentTarget.checked)}
        />
      </div>
      <DataTable
        id="engine-versions"
        label={text('Engine.tab.versions')}
        columns={columns}
        rows={versions.data}
        rowKey={({ id }) => id}
        skeletonRows={4}
        empty={
          <EmptyState icon={<IconVersions />} title={text('Version.empty.title')} text={text('Version.empty.text')} />
        }
      />
    </>
  )
}

/** The note of a version. A restored one without a note says so in the language of the page. */
function noteOf(text: ReturnType<typeof useText>, { releaseNote, restoredFrom }: EngineVersion): string {
  if (restoredFrom === null || releaseNote !== `Restored from ${restoredFrom}`) return releaseNote
  return text('Version.restoredFrom', { revision: restoredFrom })
}
