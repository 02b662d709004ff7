import { Button, MultiSelect } from '@mantine/core'
import { type Template, templatePageSize } from '@sheetwright/contract/templates/template.ts'
import { IconPlus, IconSearchOff, IconTemplate } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { NextPage } from '../../../ui/NextPage.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { useDeleteTemplate } from '../mutations.ts'
import { TemplateCard } from '../parts/TemplateCard.tsx'
import { TemplateDialog } from '../parts/TemplateDialog.tsx'
import { UseTemplateDialog } from '../parts/UseTemplateDialog.tsx'
import { totalPages, useTemplateCategories, useTemplateLists } from '../queries.ts'
import { templateName } from '../template-words.ts'
import classes from './TemplatesPage.module.css'

type OpenDialog = { readonly kind: 'save' | 'use'; readonly template?: Template }

/** The workbooks that engines can be started from. */
export function TemplatesPage() {
  const text = useText()
  const navigate = useNavigate()
  const dialogs = useDialogs()
  const remove = useDeleteTemplate()
  const [dialog, setDialog] = useState<OpenDialog>()
  const address: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const search = {
    name: address['name'] ?? '',
    categories: (address['category'] ?? '').split(',').filter((key) => key !== ''),
  }
  const { all: templates, shown } = useTemplateLists(search)
  const categories = useTemplateCategories()
  const items = shown.all?.pages.flatMap((page) => page.items)
  const favourites = shown.favourites?.items ?? []
  const count = shown.all?.pages[0]?.count
  const isFiltered = search.name !== '' || search.categories.length > 0

  function change(part: Partial<typeof search>) {
    const { name, categories: keys } = { ...search, ...part }
    void navigate({
      to: '/templates',
      search: { name: name === '' ? undefined : name, category: keys.length === 0 ? undefined : keys.join(',') },
      replace: 'name' in part,
    })
  }

  async function confirmDelete(template: Template) {
    const name = templateName(text, template)
    const confirmed = await dialogs.confirm({
      title: text('Template.delete.title'),
      text: text('Template.delete.text', { name }),
      confirmLabel: text('Template.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(template.id, { onSuccess: () => toastSuccess(text('Template.deleted', { name })) })
  }

  const cards = (list: readonly Template[]) => (
    <ul className={classes.grid}>
      {list.map((template) => (
        <li key={template.id}>
          <TemplateCard
            template={template}
            onUse={() => setDialog({ kind: 'use', template })}
            onEdit={() => setDialog({ kind: 'save', template })}
            onDelete={() => void confirmDelete(template)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <Page
      title={text('Template.title')}
      count={count}
      actions={
        <Button leftSection={<IconPlus />} onClick={() => setDialog({ kind: 'save' })}>
          {text('Template.add')}
        </Button>
      }
    >
      <PageTrail items={[{ label: text('Template.title') }]} />
      <FilterBar
        searchLabel={text('Template.search')}
        search={search.name}
        onSearch={(name) => change({ name })}
        filters={
          <MultiSelect
            aria-label={text('Template.categories')}
            placeholder={search.categories.length === 0 ? text('Template.categories') : ''}
            data={categories.data ?? []}
            value={search.categories}
            onChange={(keys) => change({ categories: keys })}
            clearable
          />
        }
      />
      {templates.error !== null && items === undefined && (
        <FailureState error={templates.error} onRetry={() => void templates.refetch()} />
      )}
      {items === undefined && templates.error === null && <LoadingBlock />}
      {items?.length === 0 && (
        <EmptyState
          icon={isFiltered ? <IconSearchOff /> : <IconTemplate />}
          title={text(isFiltered ? 'Template.noMatch' : 'Template.empty')}
          text={text(isFiltered ? 'Template.noMatch.text' : 'Template.empty.text')}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => change({ name: '', categories: [] })}>
                {text('Catalogue.clear')}
              </Button>
            )
          }
        />
      )}
      {favourites.length > 0 && (
        <section aria-label={text('Catalogue.favourites')}>
          <h2 className={classes.title}>{text('Catalogue.favourites')}</h2>
          {cards(favourites)}
        </section>
      )}
      {items !== undefined && items.length > 0 && count !== undefined && (
        <section aria-label={text('Template.all')}>
          <h2 className={classes.title}>{text('Template.all')}</h2>
          {cards(items)}
          <div className={classes.more}>
            {text('Template.page', {
              page: shown.all?.pages.length ?? 1,
              pages: totalPages(count, templatePageSize.list),
            })}
            <NextPage list={templates} label={text('Template.more')} />
          </div>
        </section>
      )}
      {dialog?.kind === 'save' && <TemplateDialog template={dialog.template} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'use' && dialog.template !== undefined && (
        <UseTemplateDialog template={dialog.template} onClose={() => setDialog(undefined)} />
      )}
    </Page>
  )
}
