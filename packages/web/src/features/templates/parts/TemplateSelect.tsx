import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../platform/api/use-api.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFlags } from '../../system/queries.ts'
import { templateFile, useTemplateChoices } from '../queries.ts'
import { templateName } from '../template-words.ts'

/** Starts from a template instead of an own workbook; hidden if the tenant has no templates. */
export function TemplateSelect({ onChoose }: { onChoose: (file: File) => void }) {
  const text = useText()
  const api = useApi()
  const isOn = useFlags()('ShowTemplates')
  const choices = useTemplateChoices(isOn)
  const load = useMutation({ mutationFn: (id: string) => templateFile(api, id), onSuccess: onChoose })
  if (!isOn || choices.data === undefined || choices.data.items.length === 0) return null
  return (
    <Select
      label={text('Template.choose')}
      placeholder={text('Template.choose.placeholder')}
      data={choices.data.items.map((template) => ({ value: template.id, label: templateName(text, template) }))}
      searchable
      disabled={load.isPending}
      onChange={(id) => id !== null && load.mutate(id)}
    />
  )
}
