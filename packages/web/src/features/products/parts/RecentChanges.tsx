import { Skeleton } from '@mantine/core'
import type { UserAction } from '@sheetwright/contract/products/list-user-actions.ts'
import type { ProductStatus } from '@sheetwright/contract/products/product.ts'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsMove,
  IconCopy,
  IconFilePlus,
  IconFileUpload,
  IconFolderMinus,
  IconFolderPlus,
  IconFolderSymlink,
  IconPackageImport,
  IconPencil,
  IconPlus,
  IconRestore,
  IconRocket,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { isWholeListFailed } from '../../../ui/endless-list.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NextPage } from '../../../ui/NextPage.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { CategoryLabel } from '../../categories/parts/CategoryLabel.tsx'
import { useUserActions } from '../queries.ts'
import classes from './RecentChanges.module.css'
import { ProductStatusChip } from './ProductStatusChip.tsx'

const looks: Readonly<Record<UserAction['action'], { icon: TablerIcon; label: MessageId }>> = {
  'product.create': { icon: IconPlus, label: 'Changes.created' },
  'product.clone': { icon: IconCopy, label: 'Changes.cloned' },
  'product.import': { icon: IconPackageImport, label: 'Changes.imported' },
  'product.update': { icon: IconPencil, label: 'Changes.changed' },
  'product.delete': { icon: IconTrash, label: 'Changes.deleted' },
  'product.undelete': { icon: IconRestore, label: 'Changes.restored' },
  'document.add': { icon: IconFilePlus, label: 'Changes.documentAdded' },
  'document.version': { icon: IconFileUpload, label: 'Changes.documentVersion' },
  'document.restore': { icon: IconRestore, label: 'Changes.documentRestored' },
  'document.move': { icon: IconArrowsMove, label: 'Changes.documentMoved' },
  'document.rename': { icon: IconPencil, label: 'Changes.documentRenamed' },
  'document.metadata': { icon: IconPencil, label: 'Changes.documentMetadata' },
  'document.delete': { icon: IconTrash, label: 'Changes.documentDeleted' },
  'document.undelete': { icon: IconRestore, label: 'Changes.documentUndeleted' },
  'engine.upload': { icon: IconFileUpload, label: 'Changes.engineUploaded' },
  'engine.update': { icon: IconPencil, label: 'Changes.engineChanged' },
  'engine.publish': { icon: IconRocket, label: 'Changes.enginePublished' },
  'engine.promote': { icon: IconRocket, label: 'Changes.enginePromoted' },
  'engine.promoteBack': { icon: IconRestore, label: 'Changes.enginePromotedBack' },
  'engine.versionState': { icon: IconPencil, label: 'Changes.engineState' },
  'engine.restoreVersion': { icon: IconRestore, label: 'Changes.engineRestored' },
  'engine.proofFailed': { icon: IconAlertTriangle, label: 'Changes.engineProofFailed' },
  'engine.delete': { icon: IconTrash, label: 'Changes.engineDeleted' },
  'engine.undelete': { icon: IconRestore, label: 'Changes.engineUndeleted' },
  'section.create': { icon: IconFolderPlus, label: 'Changes.sectionCreated' },
  'section.update': { icon: IconFolderSymlink, label: 'Changes.sectionChanged' },
  'section.delete': { icon: IconFolderMinus, label: 'Changes.sectionDeleted' },
}

type Change = UserAction['changes'][number]

const fieldNames: Readonly<Record<Change['field'], MessageId>> = {
  name: 'Product.name',
  status: 'Product.status',
  category: 'Product.category',
  description: 'Product.description',
  startDate: 'Product.startDate',
  launchDate: 'Product.launchDate',
  coverImage: 'Cover.label',
  summary: 'Summary.label',
  section: 'Document.section',
  fileName: 'Document.fileName',
}

/** The recent changes of a product, with author and time. */
export function RecentChanges({ productId }: { productId: string }) {
  const text = useText()
  const changes = useUserActions(productId)
  if (isWholeListFailed(changes)) return <FailureState error={changes.error} onRetry={() => void changes.refetch()} />
  if (changes.data === undefined) return <Skeleton height="var(--sw-skeleton-block)" />
  if (changes.data.pages[0]?.items.length === 0)
    return <Panel title={text('Changes.title')} note={text('Changes.none')} />
  return (
    <Panel title={text('Changes.title')}>
      <ol className={classes.list}>
        {changes.data.pages
          .flatMap((page) => page.items)
          .map((action) => (
            <Entry key={action.number} action={action} />
          ))}
      </ol>
      <NextPage list={changes} label={text('Changes.more')} subtle />
    </Panel>
  )
}

function Entry({ action }: { action: UserAction }) {
  const text = useText()
  const { icon: Icon, label } = looks[action.action]
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon aria-hidden="true" />
      </span>
      <div className={classes.what}>
        <p className={classes.line}>
          <span>{text(label, { name: action.actorName, subject: sectionLabel(text, action.subject ?? '') })}</span>
          <span className={classes.when}>
            <RelativeMoment value={action.at} />
          </span>
        </p>
        {action.changes.map((change) => (
          <div key={change.field} className={classes.change}>
            <span className={classes.field}>{text(fieldNames[change.field])}</span>
            <Values change={change} />
          </div>
        ))}
        {action.reason !== null && (
          <p className={classes.reason}>{text('Changes.reason', { reason: action.reason })}</p>
        )}
      </div>
    </li>
  )
}

const longFields: ReadonlySet<string> = new Set<Change['field']>(['description', 'summary', 'coverImage'])

function Values({ change }: { change: Change }) {
  // Long texts and hashes are not shown side by side; that they changed says enough.
  if (longFields.has(change.field)) return null
  return (
    <>
      <Value change={change} value={change.before} />
      <IconArrowRight aria-hidden="true" />
      <Value change={change} value={change.after} />
    </>
  )
}

function Value({ change, value }: { change: Change; value: Change['before'] }) {
  const text = useText()
  if (value === null || value.length === 0) return <span>{text('Product.notSet')}</span>
  if (change.field === 'status') return <ProductStatusChip status={value as ProductStatus} />
  if (Array.isArray(value)) return value.map((category) => <CategoryLabel key={category} category={category} />)
  return <span className={classes.value}>{change.field === 'section' ? sectionLabel(text, value) : value}</span>
}
