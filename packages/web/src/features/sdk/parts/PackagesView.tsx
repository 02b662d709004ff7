import { ActionIcon, Alert, Button, Progress } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { type EnginePackage, type PackageKind, packageKinds } from '@sheetwright/contract/sdk/package.ts'
import {
  IconBan,
  IconCheck,
  IconClock,
  IconDownload,
  IconInfoCircle,
  IconPackage,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { StatusChip, type StatusTone } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useCancelPackage, useMakePackage, useSavePackage } from '../mutations.ts'
import { packageNames, packageStates } from '../package-names.ts'
import { isInWork, usePackages } from '../queries.ts'
import classes from './PackagesView.module.css'

/** The packages that an engine can be built as, and those already built. */
export function PackagesView({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const address = { product: engine.productId, engine: engine.id }
  const packages = usePackages(address)
  if (packages.isPending) return <LoadingBlock />
  if (packages.isError) return <FailureState error={packages.error} onRetry={() => void packages.refetch()} />
  const { portable, packages: made } = packages.data
  return (
    <div className={classes.page}>
      {portable !== 'yes' && (
        <Alert variant="light" color="petrol" icon={<IconInfoCircle />}>
          {text(portable === 'forbidden' ? 'Packages.forbidden' : 'Packages.impossible')}
        </Alert>
      )}
      <ul className={classes.choices} aria-label={text('Packages.choices')}>
        {packageKinds
          .filter((kind) => portable === 'yes' || !packageNames[kind].holdsProgram)
          .map((kind) => (
            <Choice key={kind} engine={engine} kind={kind} busy={made.some((each) => isWorkOn(each, engine, kind))} />
          ))}
      </ul>
      <History engine={engine} packages={made} />
    </div>
  )
}

function isWorkOn(each: EnginePackage, { version }: EngineDetail, kind: PackageKind): boolean {
  return each.kind === kind && each.versionId === version.id && isInWork(each)
}

function Choice({ engine, kind, busy }: { engine: EngineDetail; kind: PackageKind; busy: boolean }) {
  const text = useText()
  const make = useMakePackage({ product: engine.productId, engine: engine.id })
  const name = text(packageNames[kind].name)
  const { revision } = engine.version
  return (
    <li className={classes.choice}>
      <h3>{name}</h3>
      <p>{text(packageNames[kind].about)}</p>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPackage />}
        loading={busy || make.isPending}
        aria-label={text('Packages.makeOf', { name, revision })}
        onClick={() =>
          make.mutate(
            { version: engine.version.id, kind },
            {
              onSuccess: (job) => {
                if (job?.status === 'Success') toastSuccess(text('Packages.made', { name, revision }))
              },
            },
          )
        }
      >
        {text('Packages.make', { revision })}
      </Button>
    </li>
  )
}

function History({ engine, packages }: { engine: EngineDetail; packages: readonly EnginePackage[] }) {
  const text = useText()
  const sizes = useSizes()
  const address = { product: engine.productId, engine: engine.id }
  const save = useSavePackage(address)
  const cancel = useCancelPackage(address)
  const columns: Column<EnginePackage>[] = [
    {
      id: 'kind',
      heading: text('Packages.kind'),
      width: 170,
      grows: true,
      namesRow: true,
      renderCell: ({ kind }) => text(packageNames[kind].name),
    },
    {
      id: 'version',
      heading: text('Packages.version'),
      width: 90,
      renderCell: ({ revision }) => <span className="mono">{revision}</span>,
    },
    { id: 'state', heading: text('Packages.state'), width: 190, renderCell: (each) => <State made={each} /> },
    {
      id: 'size',
      heading: text('Packages.size'),
      width: 90,
      align: 'end',
      renderCell: ({ fileSize }) => (fileSize === null ? '' : sizes.bytes(fileSize)),
    },
    { id: 'by', heading: text('Packages.by'), width: 150, renderCell: ({ createdBy }) => createdBy },
    {
      id: 'at',
      heading: text('Packages.at'),
      width: 120,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 52,
      align: 'end',
      renderCell: (each) => {
        const values = { name: text(packageNames[each.kind].name), revision: each.revision }
        if (isInWork(each)) {
          return (
            <ActionIcon size="sm" aria-label={text('Packages.cancelOf', values)} onClick={() => cancel.mutate(each)}>
              <IconBan />
            </ActionIcon>
          )
        }
        if (each.downloadSDKUrl === null) return null
        return (
          <ActionIcon size="sm" aria-label={text('Packages.downloadOf', values)} onClick={() => save.mutate(each)}>
            <IconDownload />
          </ActionIcon>
        )
      },
    },
  ]
  return (
    <DataTable
      id="engine-packages"
      label={text('Packages.history')}
      columns={columns}
      rows={packages}
      rowKey={({ id }) => id}
      skeletonRows={3}
      empty={
        <EmptyState icon={<IconPackage />} title={text('Packages.empty.title')} text={text('Packages.empty.text')} />
      }
    />
  )
}

const looks: Readonly<Record<EnginePackage['status'], readonly [StatusTone, ReactNode]>> = {
  Pending: ['neutral', <IconClock key="icon" />],
  InProgress: ['accent', <IconPlayerPlay key="icon" />],
  Success: ['pass', <IconCheck key="icon" />],
  Fail: ['fail', <IconX key="icon" />],
  Cancelled: ['neutral', <IconBan key="icon" />],
}

function State({ made }: { made: EnginePackage }) {
  const text = useText()
  const serverText = useServerText()
  const [tone, icon] = looks[made.status]
  return (
    <div className={classes.state}>
      <StatusChip tone={tone} icon={icon}>
        {text(packageStates[made.status])}
      </StatusChip>
      {made.status === 'InProgress' && <Progress value={made.progress} aria-label={text('Packages.progress')} />}
      {made.failureReason !== null && <span className={classes.reason}>{serverText(made.failureReason)}</span>}
    </div>
  )
}
