import { deleteTemplate } from '@sheetwright/contract/templates/delete-template.ts'
import { downloadTemplate } from '@sheetwright/contract/templates/download-template.ts'
import { markFavouriteTemplate } from '@sheetwright/contract/templates/mark-favourite-template.ts'
import { saveTemplate } from '@sheetwright/contract/templates/save-template.ts'
import type { Template } from '@sheetwright/contract/templates/template.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { setCachedFavourite, templateKeys } from './queries.ts'

export interface TemplateForm {
  readonly id: string | undefined
  readonly name: string
  readonly categories: readonly string[]
  readonly description: string
  readonly file: File | null
}

export function useSaveTemplate() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name, categories, description, file }: TemplateForm) =>
      api.call(saveTemplate, {
        body: {
          ...(id === undefined ? {} : { Id: id }),
          TemplateName: name,
          Categories: categories.join(','),
          Description: description,
        },
        files: file === null ? {} : { File: { content: file, fileName: file.name } },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: templateKeys.all }),
    meta: { announced: false },
  })
}

export function useDeleteTemplate() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(deleteTemplate, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: templateKeys.all }),
  })
}

export function useFavouriteTemplate() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isStarred }: Pick<Template, 'id' | 'isStarred'>) =>
      api.call(markFavouriteTemplate, { params: { id, flag: isStarred ? 'true' : 'false' } }),
    onMutate: ({ id, isStarred }) => setCachedFavourite(queries, id, isStarred),
    onSettled: () => queries.invalidateQueries({ queryKey: templateKeys.all }),
  })
}

export function useDownloadTemplate() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ id, file }: Template) =>
      downloads.save(() => api.call(downloadTemplate, { params: { id } }), file.name),
  })
}
