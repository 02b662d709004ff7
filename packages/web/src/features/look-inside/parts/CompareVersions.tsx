import { Select } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { IconVersions } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useEngineVersions } from '../../engines/queries.ts'
import { useVersionDiff } from '../queries.ts'
import classes from './CompareVersions.module.css'
import { VersionDiffView } from './VersionDiffView.tsx'

/** Compares a version with an earlier one, which is in the address. */
export function CompareVersions({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const versions = useEngineVersions(engine.productId, engine.id, true)
  if (versions.isPending) return <LoadingBlock />
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  const others = versions.data.filter(({ id }) => id !== engine.version.id)
  const against = others.find(({ id }) => id === search['against']) ?? previousOf(engine.version, versions.data)
  if (against === undefined) {
    return <EmptyState icon={<IconVersions />} title={text('Diff.none.title')} text={text('Diff.none.text')} />
  }
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Select
          className={classes.earlier ?? ''}
          label={text('Diff.earlier')}
          data={others.map(({ id, revision, releaseNote }) => ({
            value: id,
            label: releaseNote === '' ? revision : `${revision} · ${releaseNote}`,
          }))}
          value={against.id}
          allowDeselect={false}
          onChange={(id) => void navigate({ to: '.', search: { ...search, against: id ?? undefined } })}
        />
        <p className={classes.later}>
          <span className={classes.dim}>{text('Diff.later')}</span>
          <strong className="mono">{engine.version.revision}</strong>
        </p>
      </div>
      <Compared engine={engine} against={against.id} />
    </div>
  )
}

function Compared({ engine, against }: { readonly engine: EngineDetail; readonly against: string }) {
  const address = { product: engine.productId, engine: engine.id, version: engine.version.id, against }
  const diff = useVersionDiff(address)
  if (diff.isPending) return <LoadingBlock />
  if (diff.isError) return <FailureState error={diff.error} onRetry={() => void diff.refetch()} />
  return <VersionDiffView engine={engine} diff={diff.data} />
}

/** The list is sorted from the newest version to the oldest. */
function previousOf(version: EngineVersion, versions: readonly EngineVersion[]): EngineVersion | undefined {
  const at = versions.findIndex(({ id }) => id === version.id)
  return versions[at + 1] ?? versions.find(({ id }) => id !== version.id)
}
