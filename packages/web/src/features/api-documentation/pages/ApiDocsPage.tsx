import { Button, Select } from '@mantine/core'
import { IconFileTypeHtml, IconFileTypePdf, IconMathFunction } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../../platform/messages/LanguageProvider.tsx'
import { useProductHome } from '../../../platform/addresses/product-home.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useEngines } from '../../engines/queries.ts'
import { useProduct } from '../../products/queries.ts'
import { useApiDoc, type WantedDoc } from '../mutations.ts'
import classes from './ApiDocsPage.module.css'

const everyEngine = { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined } as const

/** The API documentation of a product and of each of its engines, as HTML or PDF. */
export function ApiDocsPage() {
  const text = useText()
  const home = useProductHome()
  const { language: shownLanguage } = useLanguage()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const product = useProduct(productId)
  const engines = useEngines(product.data?.id ?? productId, everyEngine)
  const [language, setLanguage] = useState<WantedDoc['language']>(shownLanguage === 'ja' ? 'ja' : 'en')
  const make = useApiDoc()
  const wanted = make.isPending ? make.variables : undefined

  function save(form: WantedDoc['form'], engine?: string) {
    const doc = { form, product: product.data?.id ?? productId, language, ...(engine === undefined ? {} : { engine }) }
    make.mutate(doc, {
      onSuccess: () => toastSuccess(text('ApiDocs.saved')),
      onError: () => toastFailure(text('ApiDocs.failed')),
    })
  }

  const buttons = (name: string, engine?: string) => {
    const isMade = (form: WantedDoc['form']) => wanted !== undefined && wanted.form === form && wanted.engine === engine
    return (
      <>
        <Button
          variant="default"
          size={engine === undefined ? 'sm' : 'xs'}
          leftSection={<IconFileTypeHtml />}
          aria-label={text('ApiDocs.htmlOf', { name })}
          loading={isMade('html')}
          disabled={make.isPending}
          onClick={() => save('html', engine)}
        >
          {text('ApiDocs.html')}
        </Button>
        <Button
          variant="default"
          size={engine === undefined ? 'sm' : 'xs'}
          leftSection={<IconFileTypePdf />}
          aria-label={text('ApiDocs.pdfOf', { name })}
          loading={isMade('pdf')}
          disabled={make.isPending}
          onClick={() => save('pdf', engine)}
        >
          {text('ApiDocs.pdf')}
        </Button>
      </>
    )
  }

  const columns: Column<{ readonly id: string; readonly serviceName: string; readonly revision: string | null }>[] = [
    {
      id: 'name',
      heading: text('ApiDocs.engine'),
      width: 140,
      grows: true,
      namesRow: true,
      renderCell: ({ serviceName }) => serviceName,
    },
    { id: 'version', heading: text('ApiDocs.version'), width: 110, renderCell: ({ revision }) => revision ?? '–' },
    {
      id: 'actions',
      heading: text('ApiDocs.download'),
      headingHidden: true,
      align: 'end',
      width: 190,
      renderCell: ({ id, serviceName, revision }) =>
        revision === null ? '–' : <div className={classes.buttons}>{buttons(serviceName, id)}</div>,
    },
  ]
  const name = product.data?.name ?? '…'
  return (
    <Page
      title={text('ApiDocs.title')}
      actions={
        <>
          <Select
            aria-label={text('ApiDocs.language')}
            data={[
              { value: 'en', label: 'English' },
              { value: 'ja', label: '日本語' },
            ]}
            value={language}
            allowDeselect={false}
            onChange={(value) => setLanguage(value === 'ja' ? 'ja' : 'en')}
          />
          {buttons(name)}
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: name, to: home(productId) },
          { label: text('ApiDocs.title') },
        ]}
      />
      <p className={classes.about}>{text('ApiDocs.about')}</p>
      {engines.isError ? (
        <FailureState error={engines.error} onRetry={() => void engines.refetch()} />
      ) : (
        <DataTable
          id="api-docs"
          label={text('ApiDocs.title')}
          columns={columns}
          rows={engines.data?.items}
          rowKey={({ id }) => id}
          skeletonRows={4}
          empty={
            <EmptyState icon={<IconMathFunction />} title={text('ApiDocs.empty')} text={text('ApiDocs.emptyText')} />
          }
        />
      )}
    </Page>
  )
}
