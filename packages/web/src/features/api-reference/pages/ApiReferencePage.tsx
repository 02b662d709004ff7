import { Button } from '@mantine/core'
import { IconDownload, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useAlertFailure } from '../../../ui/feedback/use-alerts.ts'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { matchesSearch, type OpenApiDocument, operationsOf } from '../open-api.ts'
import { OperationDetail } from '../parts/OperationDetail.tsx'
import { QuickStart } from '../parts/QuickStart.tsx'
import { OperationList } from '../parts/OperationList.tsx'
import { documentAddress, useOpenApi } from '../queries.ts'
import classes from './ApiReferencePage.module.css'

/** Every call of the product, from the OpenAPI document. */
export function ApiReferencePage() {
  const text = useText()
  const document = useOpenApi()
  const count = document.data === undefined ? undefined : operationsOf(document.data).length
  return (
    <Page title={text('ApiReference.title')} count={count} actions={<DownloadDocument />}>
      <PageTrail items={[{ label: text('ApiReference.title') }]} />
      {document.isPending && <LoadingBlock />}
      {document.isError && <FailureState error={document.error} onRetry={() => void document.refetch()} />}
      {document.isSuccess && <Reference document={document.data} />}
    </Page>
  )
}

function Reference({ document }: { document: OpenApiDocument }) {
  const text = useText()
  const navigate = useNavigate()
  const { q: search = '', call } = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const found = operationsOf(document).filter((operation) => matchesSearch(operation, search))
  // Without a chosen operation or a search, the page shows the quick start.
  const selected = found.find((operation) => operation.id === call) ?? (search === '' ? undefined : found[0])

  function searchFor(q: string) {
    void navigate({ to: '/api/docs', search: { q, call }, replace: true })
  }

  return (
    <>
      <FilterBar searchLabel={text('ApiReference.search')} search={search} onSearch={searchFor} />
      {found.length === 0 ? (
        <EmptyState
          icon={<IconSearchOff />}
          title={text('ApiReference.noMatch.title')}
          text={text('ApiReference.noMatch.text', { search })}
          action={
            <Button variant="default" onClick={() => searchFor('')}>
              {text('Catalogue.clear')}
            </Button>
          }
        />
      ) : (
        <div className={classes.columns}>
          <OperationList operations={found} selected={selected} search={search} />
          {selected === undefined ? (
            <QuickStart />
          ) : (
            <OperationDetail key={selected.id} document={document} operation={selected} />
          )}
        </div>
      )}
    </>
  )
}

function DownloadDocument() {
  const text = useText()
  const downloads = useDownloads()
  const alertFailure = useAlertFailure()

  async function download() {
    const answer = await fetch(documentAddress)
    return { blob: await answer.blob(), fileName: undefined }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload />}
      onClick={() => void downloads.save(download, 'openapi.json').catch(alertFailure)}
    >
      {text('ApiReference.download')}
    </Button>
  )
}
