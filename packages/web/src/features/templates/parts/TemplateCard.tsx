import { ActionIcon, Badge, Button, Menu } from '@mantine/core'
import type { Template } from '@sheetwright/contract/templates/template.ts'
import { IconDots, IconDownload, IconMathFunction, IconPencil, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FavouriteButton } from '../../../ui/FavouriteButton.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useDownloadTemplate, useFavouriteTemplate } from '../mutations.ts'
import { templateDescription, templateName } from '../template-words.ts'
import classes from './TemplateCard.module.css'

export interface TemplateCardProps {
  readonly template: Template
  readonly onUse: () => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function TemplateCard({ template, onUse, onEdit, onDelete }: TemplateCardProps) {
  const text = useText()
  const sizes = useSizes()
  const favourite = useFavouriteTemplate()
  const download = useDownloadTemplate()
  const name = templateName(text, template)
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        <span className={classes.actions}>
          <FavouriteButton
            isFavourite={template.isStarred}
            label={text('Product.favouriteOf', { name })}
            hint={text(template.isStarred ? 'Product.unfavourite' : 'Product.favourite')}
            onChange={(isStarred) => favourite.mutate({ id: template.id, isStarred })}
          />
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon size="sm" aria-label={text('Template.actionsOf', { name })}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconDownload />} onClick={() => download.mutate(template)}>
                {text('Template.download')}
              </Menu.Item>
              {template.mayChange && (
                <>
                  <Menu.Item leftSection={<IconPencil />} onClick={onEdit}>
                    {text('Template.edit')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash />} data-tone="danger" onClick={onDelete}>
                    {text('Template.delete')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      <p className={classes.description}>{templateDescription(text, template)}</p>
      <p className={classes.file}>
        <FileName name={template.file.name} /> · {sizes.bytes(template.file.size)}
      </p>
      <div className={classes.foot}>
        <span>
          {template.categories.map((category) => (
            <Badge key={category} variant="default" mr="xs" tt="none">
              {category}
            </Badge>
          ))}
        </span>
        <Button variant="light" size="compact-sm" leftSection={<IconMathFunction />} onClick={onUse}>
          {text('Template.use')}
        </Button>
      </div>
    </article>
  )
}
