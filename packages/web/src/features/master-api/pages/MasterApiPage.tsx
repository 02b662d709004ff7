import { ActionIcon, Alert, Button, FileButton, List, Menu, Select } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { ApiDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import {
  IconAlertTriangle,
  IconApi,
  IconCircleCheck,
  IconDots,
  IconDownload,
  IconPencil,
  IconTable,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useProduct } from '../../products/queries.ts'
import { useDeleteDefinition, useDownloadDefinition, useUploadDefinition } from '../mutations.ts'
import { useMasterApi } from '../queries.ts'
import { CompareDefinitions } from '../parts/CompareDefinitions.tsx'
import { EnginesCheck } from '../parts/EnginesCheck.tsx'
import { FieldsEditor } from '../parts/FieldsEditor.tsx'
import { PublishDefinitionDialog } from '../parts/PublishDefinitionDialog.tsx'

const tabs = ['fields', 'engines', 'compare'] as const

/** The common API of the engines of a product. */
export function MasterApiPage() {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { productId, tab = 'fields' } = useParams({ strict: false }) as { productId: string; tab?: string }
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const asked = Math.trunc(Number(search['version']))
  const product = useProduct(productId)
  const definition = useMasterApi(productId, asked >= 1 ? asked : undefined)
  const upload = useUploadDefinition(productId)
  const download = useDownloadDefinition(productId)
  const [opened, setOpened] = useState<'publish' | 'grid'>()
  const home = `${pathname.startsWith('/shared/') ? '/shared' : ''}/products/${encodeURIComponent(productId)}`
  const place = `${home}/apidefinition`
  const current = tabs.find((one) => one === tab) ?? 'fields'
  const mayEdit = product.data !== undefined && product.data.access !== 'view'
  const { data } = definition

  function show(version: number | undefined, next: string = current) {
    void navigate({
      to: next === 'fields' ? place : `${place}/${next}`,
      search: version === undefined ? {} : { version: String(version) },
    })
  }

  function add(file: File | null) {
    if (file === null) return
    upload.mutate(file, {
      onSuccess({ version }) {
        toastSuccess(text('MasterApi.saved', { version }))
        show(version, 'fields')
      },
    })
  }

  const uploadButton = (variant: 'filled' | 'default') => (
    <FileButton accept=".xlsx,.csv,.json" onChange={add}>
      {(props) => (
        <Button {...props} variant={variant} leftSection={<IconUpload />} loading={upload.isPending}>
          {text('MasterApi.upload')}
        </Button>
      )}
    </FileButton>
  )
  const templateButton = (
    <Button variant="default" leftSection={<IconDownload />} onClick={() => download.mutate('template')}>
      {text('MasterApi.template')}
    </Button>
  )

  return (
    <Page
      title={text('Navigation.apiDefinition')}
      status={data != null && <State definition={data} />}
      actions={
        data != null && (
          <>
            <Select
              aria-label={text('MasterApi.shownVersion')}
              w={180}
              allowDeselect={false}
              data={data.versions.map(({ version, state }) => ({
                value: String(version),
                label: text(state === 'Active' ? 'MasterApi.versionActive' : 'MasterApi.version', { version }),
              }))}
              value={String(data.version)}
              onChange={(version) => version !== null && show(Number(version))}
            />
            {mayEdit && (
              <>
                {uploadButton('default')}
                <Button onClick={() => setOpened('publish')}>
                  {text(data.state === 'Active' ? 'MasterApi.changeMode' : 'MasterApi.publish', {
                    version: data.version,
                  })}
                </Button>
              </>
            )}
            <MoreMenu
              product={productId}
              definition={data}
              mayEdit={mayEdit}
              onDeleted={() => show(undefined, 'fields')}
            />
          </>
        )
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '', to: home },
          { label: text('Navigation.apiDefinition') },
        ]}
      />
      {upload.error !== null && <Problems error={upload.error} />}
      {definition.isError ? (
        <FailureState error={definition.error} onRetry={() => void definition.refetch()} />
      ) : data === undefined ? (
        <LoadingBlock />
      ) : data === null && opened !== 'grid' ? (
        <EmptyState
          icon={<IconApi />}
          title={text('MasterApi.empty')}
          text={text('MasterApi.emptyText')}
          action={
            mayEdit ? (
              <>
                {uploadButton('filled')}
                {templateButton}
                <Button variant="default" leftSection={<IconTable />} onClick={() => setOpened('grid')}>
                  {text('MasterApi.startGrid')}
                </Button>
              </>
            ) : undefined
          }
        />
      ) : data === null ? (
        <FieldsEditor product={productId} fields={[]} mayEdit={mayEdit} onSaved={(version) => show(version)} />
      ) : (
        <PageTabs
          label={text('Navigation.apiDefinition')}
          current={current}
          onChange={(next) => show(asked >= 1 ? asked : undefined, next)}
          tabs={[
            {
              id: 'fields',
              label: text('MasterApi.fields'),
              count: data.fields.length,
              content: (
                <FieldsEditor
                  key={data.version}
                  product={productId}
                  fields={data.fields}
                  mayEdit={mayEdit}
                  onSaved={(version) => show(version)}
                />
              ),
            },
            {
              id: 'engines',
              label: text('MasterApi.engines'),
              content: <EnginesCheck product={productId} home={home} version={data.version} />,
            },
            {
              id: 'compare',
              label: text('MasterApi.compare'),
              content: <CompareDefinitions product={productId} home={home} definition={data} />,
            },
          ]}
        />
      )}
      {opened === 'publish' && data != null && (
        <PublishDefinitionDialog product={productId} definition={data} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

function State({ definition: { state, version, mode } }: { definition: ApiDefinition }) {
  const text = useText()
  if (state === 'Draft') {
    return (
      <StatusChip tone="neutral" icon={<IconPencil />}>
        {text('MasterApi.draft', { version })}
      </StatusChip>
    )
  }
  return (
    <StatusChip tone="pass" icon={<IconCircleCheck />}>
      {text(mode === 'block' ? 'MasterApi.activeBlocks' : 'MasterApi.activeWarns', { version })}
    </StatusChip>
  )
}

interface MoreMenuProps {
  readonly product: string
  readonly definition: ApiDefinition
  readonly mayEdit: boolean
  readonly onDeleted: () => void
}

function MoreMenu({ product, definition: { version, versions }, mayEdit, onDeleted }: MoreMenuProps) {
  const text = useText()
  const dialogs = useDialogs()
  const download = useDownloadDefinition(product)
  const remove = useDeleteDefinition(product)

  async function deleteAll() {
    const confirmed = await dialogs.confirm({
      title: text('MasterApi.delete'),
      text: text('MasterApi.deleteText', { count: versions.length }),
      confirmLabel: text('MasterApi.delete'),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(undefined, { onSuccess: onDeleted })
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text('Master.more')}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload />} onClick={() => download.mutate(version)}>
          {text('MasterApi.download', { version })}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload />} onClick={() => download.mutate('template')}>
          {text('MasterApi.template')}
        </Menu.Item>
        {mayEdit && (
          <Menu.Item color="red" leftSection={<IconTrash />} onClick={() => void deleteAll()}>
            {text('MasterApi.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** All errors of a file, with their places. */
function Problems({ error }: { error: Error }) {
  const text = useText()
  const places = error instanceof ApiError ? error.fieldErrors : []
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={errorText(text, error)} mb="md" role="alert">
      <List size="sm">
        {places.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            {field}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
