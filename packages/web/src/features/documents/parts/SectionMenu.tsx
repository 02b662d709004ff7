import { Button, Menu } from '@mantine/core'
import type { Section } from '@sheetwright/contract/documents/section.ts'
import {
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconFolderPlus,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useDeleteSection, usePlaceSection } from '../mutations.ts'

export interface SectionMenuProps {
  readonly product: string
  readonly section: Section
  /** Number of sections of the product. */
  readonly count: number
  readonly onNew: () => void
  readonly onEdit: () => void
  readonly onDeleted: () => void
}

/** The actions on sections: add one; rename, move or delete the current one. */
export function SectionMenu({ product, section, count, onNew, onEdit, onDeleted }: SectionMenuProps) {
  const text = useText()
  const dialogs = useDialogs()
  const place = usePlaceSection(product)
  const remove = useDeleteSection(product)
  const name = sectionLabel(text, section.name)

  async function confirmDelete() {
    const confirmed = await dialogs.confirm({
      title: text('SectionMenu.delete.title'),
      text: text('SectionMenu.delete.text', { name, count: section.documents }),
      confirmLabel: text('SectionMenu.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return
    remove.mutate(section, {
      onSuccess: () => {
        toastSuccess(text('SectionMenu.deleted', { name }))
        onDeleted()
      },
    })
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown />}>
          {text('SectionMenu.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFolderPlus />} onClick={onNew}>
          {text('SectionMenu.new')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item leftSection={<IconPencil />} onClick={onEdit}>
          {text('SectionMenu.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft />}
          disabled={section.position === 1}
          onClick={() => place.mutate({ section, position: section.position - 1 })}
        >
          {text('SectionMenu.left')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight />}
          disabled={section.position === count}
          onClick={() => place.mutate({ section, position: section.position + 1 })}
        >
          {text('SectionMenu.right')}
        </Menu.Item>
        <Menu.Item
          c="var(--sw-fail)"
          leftSection={<IconTrash />}
          disabled={count === 1}
          onClick={() => void confirmDelete()}
        >
          {text('SectionMenu.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
