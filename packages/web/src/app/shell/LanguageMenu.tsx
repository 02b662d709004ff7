import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useLanguage } from '../../platform/messages/LanguageProvider.tsx'
import { languageNames, languages } from '../../platform/messages/language.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { RadioItem } from '../../ui/RadioItem.tsx'

export function LanguageMenu() {
  const text = useText()
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Tooltip label={text('LanguageMenu.label')}>
        <Menu.Target>
          <ActionIcon aria-label={text('LanguageMenu.label')}>
            <IconLanguage className="large" />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {languages.map((one) => (
          <RadioItem key={one} checked={one === language} lang={one} onChoose={() => void choose(one)}>
            {languageNames[one]}
          </RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
