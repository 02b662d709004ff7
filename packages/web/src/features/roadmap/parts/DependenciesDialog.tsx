import { MultiSelect } from '@mantine/core'
import { mostDependencies, type RoadmapTask } from '@sheetwright/contract/roadmap/roadmap-task.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { useSetDependencies } from '../mutations.ts'
import { everything, useRoadmap } from '../queries.ts'

/** Chooses the dependencies of a product from all that the user sees. */
export function DependenciesDialog({ task, onClose }: { task: RoadmapTask; onClose: () => void }) {
  const text = useText()
  const save = useSetDependencies()
  const { data } = useRoadmap(everything)
  const [chosen, setChosen] = useState([...task.dependencies])
  const choices = data?.items.filter(({ id }) => id !== task.id) ?? []

  return (
    <FormDialog
      title={text('Roadmap.dependencies.title', { name: task.name })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ productId: task.id, dependencies: chosen }, { onSuccess: onClose })
      }}
      submitLabel={text('Dialog.save')}
      submitting={save.isPending}
      failure={save.error}
    >
      <MultiSelect
        label={text('Roadmap.dependencies')}
        description={text('Roadmap.dependencies.about')}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        maxValues={mostDependencies}
        limit={100}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={text('Catalogue.noMatch.title')}
        data-autofocus
      />
    </FormDialog>
  )
}
