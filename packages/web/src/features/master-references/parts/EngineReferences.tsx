import { Anchor, Button, Text } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { ComparedReference } from '@sheetwright/contract/master-references/engine-reference.ts'
import { IconCheck, IconRefresh, IconEqualNot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { textOf } from '../../../ui/input-text.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useSyncEngine } from '../mutations.ts'
import { useEngineReferences } from '../queries.ts'
import { CompareTable } from './CompareTable.tsx'
import classes from './EngineReferences.module.css'
import { relationTexts } from './relation-texts.ts'

/** The tables that an engine version copied from masters, each compared with those in effect today. */
export function EngineReferences({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const { id, productId, version, access, referenceRangeMetadatas } = engine
  const place = { product: productId, engine: id, version: version.id }
  const compared = useEngineReferences(place, referenceRangeMetadatas.length > 0)
  const sync = useSyncEngine()
  if (referenceRangeMetadatas.length === 0) return null

  function bringUpToDate() {
    sync.mutate(place, {
      onSuccess: ({ outcome }) =>
        toastSuccess(
          outcome?.revision == null
            ? (outcome?.failure ?? text('Sync.upToDate'))
            : text('References.synced', { revision: outcome.revision }),
        ),
    })
  }

  return (
    <Panel
      title={text('References.title')}
      actions={
        version.referenceUpdateRequired &&
        access !== 'view' && (
          <Button size="compact-sm" leftSection={<IconRefresh />} loading={sync.isPending} onClick={bringUpToDate}>
            {text('References.sync')}
          </Button>
        )
      }
    >
      {compared.isPending && <LoadingBlock />}
      {compared.isError && <FailureState error={compared.error} onRetry={() => void compared.refetch()} />}
      {compared.data !== undefined && <ReferenceList references={compared.data} />}
    </Panel>
  )
}

/** Bound tables with MATCH or MISMATCH, and the cells that differ. */
export function ReferenceList({ references }: { references: readonly ComparedReference[] }) {
  const text = useText()
  return references.map((reference) => {
    const { name, cell, comparison, dateRelation, differences, differingRows, documentId, serviceName } = reference
    const isMatch = comparison === 'MATCH'
    return (
      <section key={name} className={classes.reference} aria-label={name}>
        <header className={classes.head}>
          <strong>{name}</strong>
          <span className="mono">{cell}</span>
          <StatusChip tone={isMatch ? 'pass' : 'fail'} icon={isMatch ? <IconCheck /> : <IconEqualNot />}>
            {text(isMatch ? 'References.match' : 'References.mismatch')}
          </StatusChip>
          <Anchor renderRoot={(props) => <Link {...props} to={`/master/${documentId}`} />}>
            {text('References.master', { name: serviceName, revision: reference.masterRevision ?? '–' })}
          </Anchor>
        </header>
        {dateRelation !== null && dateRelation !== 'engineInsideMaster' && (
          <Text size="sm" c="dimmed">
            {text(relationTexts[dateRelation])}
          </Text>
        )}
        {!isMatch && (
          <>
            <Text size="sm">{text('References.differs', { count: differingRows })}</Text>
            <CompareTable
              label={text('References.differences', { name })}
              headings={{
                name: text('Sync.cell'),
                left: text('References.engine'),
                right: text('References.masterValue'),
              }}
              rows={differences.map((difference) => ({
                key: difference.cell,
                name: `${difference.cell} · ${difference.heading}`,
                left: textOf(difference.engine),
                right: textOf(difference.master),
              }))}
            />
          </>
        )}
      </section>
    )
  })
}
