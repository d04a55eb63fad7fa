import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconClick,
  IconCurrentLocation,
  IconExternalLink,
  IconListDetails,
  IconMapPin,
  IconMessage2Bolt,
  IconPlus,
  IconUser,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const extraKinds = ['location', 'contacts', 'buttons', 'list', 'link', 'location_request'] as const
export type ExtraKind = (typeof extraKinds)[number]

const icons = {
  location: IconMapPin,
  contacts: IconUser,
  buttons: IconClick,
  list: IconListDetails,
  link: IconExternalLink,
  location_request: IconCurrentLocation,
} as const

type Props = {
  onChoose: (kind: ExtraKind) => void
  /** Whether there is text to keep. */
  hasWords: boolean
  onSaveCanned: () => void
}

/** Everything that can be sent besides text and files, and saving the text for later. */
export const PlusMenu = ({ onChoose, hasWords, onSaveCanned }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const [opened, setOpened] = useState(false)
  return (
    <Menu position="top-start" withinPortal shadow="md" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={t('composer.more')} disabled={opened}>
          <ActionIcon size={36} aria-label={t('composer.more')}>
            <IconPlus size={21} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {extraKinds.map((kind, index) => {
          const Icon = icons[kind]
          return [
            index === 2 ? <Menu.Divider key="line" /> : null,
            <Menu.Item key={kind} leftSection={<Icon size={17} stroke={1.6} />} onClick={() => onChoose(kind)}>
              {t(`composer.extra.${kind}`)}
            </Menu.Item>,
          ]
        })}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconMessage2Bolt size={17} stroke={1.6} />}
          disabled={!hasWords}
          onClick={onSaveCanned}
        >
          {t('saveCanned')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
