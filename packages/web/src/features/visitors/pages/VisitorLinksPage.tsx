import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import type { VisitorLink } from '@sheetwright/contract/visitors/visitor-link.ts'
import { IconCode, IconLink, IconPlus } from '@tabler/icons-react'
import { useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useProduct } from '../../products/queries.ts'
import { useRevokeLink } from '../mutations.ts'
import { EmbedDialog } from '../parts/EmbedDialog.tsx'
import { LinkState } from '../parts/LinkState.tsx'
import { NewLinkDialog } from '../parts/NewLinkDialog.tsx'
import { linkKeys, useVisitorLinks } from '../queries.ts'

/** The links that give people without an account access to engines of a product. */
export function VisitorLinksPage() {
  const text = useText()
  const { pathname } = useLocation()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const product = useProduct(productId)
  const links = useVisitorLinks(productId)
  const revoke = useConfirmedRevoke(productId)
  const [creating, setCreating] = useState(false)
  const [embedding, setEmbedding] = useState<VisitorLink>()

  const columns: Column<VisitorLink>[] = [
    {
      id: 'engine',
      heading: text('VisitorLinks.engine'),
      width: 156,
      grows: true,
      namesRow: true,
      renderCell: (link) => <NameAndDetail name={link.serviceName} detail={link.createdBy} />,
    },
    {
      id: 'link',
      heading: text('VisitorLinks.link'),
      width: 88,
      renderCell: (link) =>
        link.state === 'active' && (
          <Group gap="xs" wrap="nowrap">
            <CopyButton value={link.url} label={text('VisitorLinks.copy', { engine: link.serviceName })} />
            {link.embedOrigins.length > 0 && (
              <Tooltip label={text('VisitorLinks.embedOf', { engine: link.serviceName })}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={text('VisitorLinks.embedOf', { engine: link.serviceName })}
                  onClick={() => setEmbedding(link)}
                >
                  <IconCode />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
        ),
    },
    { id: 'state', heading: text('Users.status'), width: 108, renderCell: (link) => <LinkState state={link.state} /> },
    {
      id: 'visitors',
      heading: text('VisitorLinks.visitors'),
      width: 92,
      align: 'end',
      renderCell: (link) => <span className="mono">{link.visitors}</span>,
    },
    {
      id: 'uses',
      heading: text('VisitorLinks.uses'),
      width: 92,
      align: 'end',
      renderCell: ({ uses, maxUses }) => (
        <span className="mono">{maxUses === null ? uses : text('VisitorLinks.usesOf', { uses, maxUses })}</span>
      ),
    },
    {
      id: 'results',
      heading: text('VisitorLinks.results'),
      width: 84,
      align: 'end',
      renderCell: (link) => <span className="mono">{link.results}</span>,
    },
    {
      id: 'created',
      heading: text('Product.createdAt'),
      width: 120,
      renderCell: (link) => <RelativeMoment value={link.createdAt} />,
    },
    {
      id: 'expires',
      heading: text('ApiKeys.expires'),
      width: 108,
      renderCell: (link) =>
        link.expiresAt === null ? (
          <Text size="sm" c="dimmed">
            {text('ApiKeys.noExpiry')}
          </Text>
        ) : (
          formatDay(new Date(link.expiresAt))
        ),
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 96,
      align: 'end',
      renderCell: (link) =>
        link.state === 'active' && (
          <Button
            variant="subtle"
            c="var(--sw-fail)"
            size="xs"
            aria-label={text('VisitorLinks.revoke.confirm', { engine: link.serviceName })}
            onClick={() => void revoke(link)}
          >
            {text('VisitorLinks.revoke')}
          </Button>
        ),
    },
  ]
  const newLink = (
    <Button leftSection={<IconPlus />} onClick={() => setCreating(true)}>
      {text('VisitorLinks.new')}
    </Button>
  )
  return (
    <Page
      title={text('Navigation.visitorLinks')}
      count={links.data?.links.length}
      actions={links.isError ? undefined : newLink}
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '…', to: pathname.replace(/\/links$/, '') },
          { label: text('Navigation.visitorLinks') },
        ]}
      />
      {links.isError ? (
        <FailureState error={links.error} onRetry={() => void links.refetch()} />
      ) : (
        <DataTable
          id="visitor-links"
          label={text('Navigation.visitorLinks')}
          columns={columns}
          rows={links.data?.links}
          rowKey={(link) => link.id}
          skeletonRows={4}
          empty={
            <EmptyState
              icon={<IconLink />}
              title={text('VisitorLinks.empty.title')}
              text={text('VisitorLinks.empty.text')}
              action={newLink}
            />
          }
        />
      )}
      {embedding !== undefined && <EmbedDialog link={embedding} onClose={() => setEmbedding(undefined)} />}
      {creating && <NewLinkDialog product={productId} onClose={() => setCreating(false)} />}
    </Page>
  )
}

function useConfirmedRevoke(product: string): (link: VisitorLink) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const revoke = useRevokeLink(linkKeys.of(product))
  return async ({ id, serviceName: engine }) => {
    const confirmed = await dialogs.confirm({
      title: text('VisitorLinks.revoke'),
      text: text('VisitorLinks.revoke.text', { engine }),
      confirmLabel: text('VisitorLinks.revoke.confirm', { engine }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) revoke.mutate(id, { onSuccess: () => toastSuccess(text('VisitorLinks.revoked', { engine })) })
  }
}
