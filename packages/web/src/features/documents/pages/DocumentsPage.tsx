import { Button, FileButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { downloadDocument } from '@sheetwright/contract/documents/download-document.ts'
import { documentPageSize, type ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { extensionsFor } from '@sheetwright/contract/documents/file-types.ts'
import type { Section } from '@sheetwright/contract/documents/section.ts'
import type { ProductDetail } from '@sheetwright/contract/products/product.ts'
import { IconFileOff, IconSearchOff, IconStar, IconStarFilled, IconTrash, IconUpload } from '@tabler/icons-react'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useAlertFailure } from '../../../ui/feedback/use-alerts.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortToText } from '../../../ui/table/sort.ts'
import { TutorialTable } from '../../calculators/parts/TutorialTable.tsx'
import { useProduct } from '../../products/queries.ts'
import { documentsFromSearch, type DocumentsState, documentsToSearch } from '../documents-state.ts'
import type { DocumentAction } from '../parts/DocumentMenu.tsx'
import { DocumentPane } from '../parts/DocumentPane.tsx'
import { DocumentTable } from '../parts/DocumentTable.tsx'
import { DropArea } from '../parts/DropArea.tsx'
import { MetadataDialog } from '../parts/MetadataDialog.tsx'
import { MoveDialog } from '../parts/MoveDialog.tsx'
import { RenameDocumentDialog } from '../parts/RenameDocumentDialog.tsx'
import { SectionDialog } from '../parts/SectionDialog.tsx'
import { SectionMenu } from '../parts/SectionMenu.tsx'
import { UploadList } from '../parts/UploadList.tsx'
import { useDocumentRemoval } from '../parts/use-delete-document.ts'
import { VersionsDialog } from '../parts/VersionsDialog.tsx'
import { useDocuments } from '../queries.ts'
import { useAdding } from '../use-adding.ts'
import { useUploads } from '../use-uploads.ts'
import classes from './DocumentsPage.module.css'

/** The documents of a product, section by section. */
export function DocumentsPage() {
  const text = useText()
  const { productId, subsection } = useParams({ strict: false }) as { productId: string; subsection?: string }
  const search: Readonly<Record<string, string>> = useSearch({ strict: false })
  const product = useProduct(productId)
  if (product.isPending) return <LoadingBlock />
  if (product.isError) return <FailureState error={product.error} onRetry={() => void product.refetch()} />
  const { sections } = product.data
  const section = sections.find(({ name }) => name === (subsection ?? 'serviceDocumentation')) ?? sections[0]
  if (section === undefined) {
    const title = text('Documents.title')
    return <EmptyState icon={<IconFileOff />} title={title} text={text('Documents.empty.reader')} />
  }
  if (section.name !== subsection) {
    const to = `${basePath(productId)}/documents/${encodeURIComponent(section.name)}`
    return <Navigate to={to} search={search} replace />
  }
  return <Loaded key={productId} product={product.data} section={section} />
}

type Opened = { readonly action: Exclude<DocumentAction, 'delete' | 'download'>; readonly document: ProductDocument }

function Loaded({ product, section }: { product: ProductDetail; section: Section }) {
  const text = useText()
  const navigate = useNavigate()
  const state = documentsFromSearch(useSearch({ strict: false }))
  const uploads = useUploads(product.id)
  const removal = useDocumentRemoval(product.id)
  const download = useDocumentDownload(product.id)
  const [opened, setOpened] = useState<Opened>()
  const [sectionForm, setSectionForm] = useState<'new' | 'edit'>()
  const base = basePath(product.id)
  const edits = product.access !== 'view'
  const name = sectionLabel(text, section.name)

  function goTo(sectionName: string, next: DocumentsState) {
    const to = `${base}/documents/${encodeURIComponent(sectionName)}`
    void navigate({ to, search: documentsToSearch(next) })
  }

  function change(part: Partial<DocumentsState>) {
    goTo(section.name, { ...state, ...('open' in part || 'page' in part ? {} : { page: 1 }), ...part })
  }

  function act(action: DocumentAction, document: ProductDocument) {
    if (action === 'download') return download(document)
    if (action === 'delete') return void removal.remove(document, () => change({ open: undefined }))
    setOpened({ action, document })
  }

  const filter = { section: section.id, text: state.text, favourites: state.favourites, deleted: state.deleted }
  const page = useDocuments(product.id, filter, sortToText(state.sort), state.page)
  const shown = page.data?.items.find(({ id }) => id === state.open)
  const add = (files: readonly File[]) => uploads.add(section, files)
  const adding = useAdding(section)
  useHotkeys([['Escape', () => state.open !== undefined && change({ open: undefined })]])
  const listsTutorials = section.fileTypes.includes('Tutorial')
  const tutorials = listsTutorials && <TutorialTable productId={product.id} home={base} />
  const takesFiles = takesFilesIn(section)
  const documents = (
    <>
      <FilterBar
        searchLabel={text('Documents.search')}
        search={state.text}
        onSearch={(wanted) => change({ text: wanted })}
        filters={
          <>
            <Button
              variant="default"
              leftSection={state.favourites ? <IconStarFilled /> : <IconStar />}
              aria-pressed={state.favourites}
              onClick={() => change({ favourites: !state.favourites })}
            >
              {text('Catalogue.favourites')}
            </Button>
            {edits && (
              <Button
                variant="default"
                leftSection={<IconTrash />}
                aria-pressed={state.deleted}
                onClick={() => change({ deleted: !state.deleted, open: undefined })}
              >
                {text('Documents.deleted')}
              </Button>
            )}
          </>
        }
      />
      <UploadList uploads={uploads} />
      {tutorials}
      <DropArea target={name} onDrop={edits && !state.deleted ? (files) => adding(() => add(files)) : undefined}>
        <div className={classes.columns} data-open={shown !== undefined || undefined}>
          <div className={classes.list}>
            {page.isError ? (
              <FailureState error={page.error} onRetry={() => void page.refetch()} />
            ) : (
              <DocumentTable
                product={product.id}
                documents={page.data?.items}
                state={state}
                narrow={shown !== undefined}
                onChange={change}
                onAction={act}
                onRestore={removal.restore}
                empty={<NoDocuments state={state} mayAdd={edits} section={name} onClear={() => change(nothing)} />}
              />
            )}
            {(page.data?.count ?? 0) > documentPageSize && (
              <Pager
                page={state.page}
                pageSize={documentPageSize}
                count={page.data?.count ?? 0}
                onChange={(next) => change({ page: next })}
              />
            )}
          </div>
          {shown !== undefined && (
            <DocumentPane
              product={product.id}
              document={shown}
              onAction={act}
              onClose={() => change({ open: undefined })}
            />
          )}
        </div>
      </DropArea>
    </>
  )
  return (
    <Page
      title={text('Documents.title')}
      facts={<span>{product.name}</span>}
      actions={
        edits && (
          <>
            <SectionMenu
              product={product.id}
              section={section}
              count={product.sections.length}
              onNew={() => setSectionForm('new')}
              onEdit={() => setSectionForm('edit')}
              onDeleted={() => void navigate({ to: `${base}/documents` })}
            />
            {takesFiles && (
              <FileButton multiple accept={extensionsFor(section.fileTypes).join(',')} onChange={add}>
                {({ onClick }) => (
                  <Button leftSection={<IconUpload />} onClick={() => adding(onClick)}>
                    {text('Documents.upload')}
                  </Button>
                )}
              </FileButton>
            )}
          </>
        )
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.name, to: base },
          { label: text('Documents.title') },
        ]}
      />
      <PageTabs
        label={text('Documents.sections')}
        tabs={product.sections.map((each) => ({
          id: each.name,
          label: sectionLabel(text, each.name),
          ...(takesFilesIn(each) ? { count: each.documents } : {}),
          content: takesFiles ? documents : tutorials,
        }))}
        current={section.name}
        onChange={(next) => goTo(next, { ...state, page: 1, open: undefined })}
      />
      {opened?.action === 'rename' && (
        <RenameDocumentDialog product={product.id} document={opened.document} onClose={() => setOpened(undefined)} />
      )}
      {opened?.action === 'move' && (
        <MoveDialog
          product={product.id}
          document={opened.document}
          sections={product.sections}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.action === 'metadata' && (
        <MetadataDialog product={product.id} document={opened.document} onClose={() => setOpened(undefined)} />
      )}
      {opened?.action === 'versions' && (
        <VersionsDialog product={product.id} document={opened.document} onClose={() => setOpened(undefined)} />
      )}
      {sectionForm !== undefined && (
        <SectionDialog
          product={product.id}
          section={sectionForm === 'new' ? undefined : section}
          onClose={() => setSectionForm(undefined)}
          onSaved={(saved) => {
            setSectionForm(undefined)
            goTo(saved, documentsFromSearch({}))
          }}
        />
      )}
    </Page>
  )
}

const nothing = { text: '', favourites: false, deleted: false }

/** Sections for tutorials only take no uploads: engines publish tutorials. */
function takesFilesIn({ documents, fileTypes }: Section): boolean {
  return documents > 0 || fileTypes.some((type) => type !== 'Tutorial')
}

/** The address of the open product; shared products have their own. */
function basePath(productId: string): string {
  const shared = window.location.pathname.startsWith('/shared/')
  return `${shared ? '/shared' : ''}/products/${encodeURIComponent(productId)}`
}

function useDocumentDownload(product: string): (document: ProductDocument) => void {
  const api = useApi()
  const downloads = useDownloads()
  const alertFailure = useAlertFailure()
  return (document) => {
    const params = { product, document: document.id }
    void downloads.save(() => api.call(downloadDocument, { params }), document.fileName).catch(alertFailure)
  }
}

interface NoDocumentsProps {
  readonly state: DocumentsState
  readonly mayAdd: boolean
  readonly section: string
  readonly onClear: () => void
}

function NoDocuments({ state, mayAdd, section, onClear }: NoDocumentsProps) {
  const text = useText()
  if (state.text !== '' || state.favourites) {
    return (
      <EmptyState
        icon={<IconSearchOff />}
        title={text('Documents.noMatch.title')}
        text={text('Documents.noMatch.text')}
        action={
          <Button variant="default" onClick={onClear}>
            {text('Catalogue.clear')}
          </Button>
        }
      />
    )
  }
  if (state.deleted) {
    return (
      <EmptyState
        icon={<IconTrash />}
        title={text('Documents.noneDeleted.title')}
        text={text('Documents.noneDeleted.text')}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconFileOff />}
      title={text('Documents.empty.title', { section })}
      text={text(mayAdd ? 'Documents.empty.text' : 'Documents.empty.reader')}
    />
  )
}
