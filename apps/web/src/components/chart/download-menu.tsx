import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { csvOf } from './csv.ts'
import { saveFile } from './save-file.ts'

type Props = {
  title: string
  /** Name of the file, without its ending. */
  file: string
  rows: readonly (readonly (string | number | null)[])[]
  /** What is drawn. */
  card: () => HTMLElement | null
}

const savePicture = async (file: string, card: HTMLElement | null) => {
  if (!card) return
  const { pictureOf } = await import('./picture.ts')
  saveFile(`${file}.png`, await pictureOf(card))
}

/** Saves a chart as a picture, or what it shows as a table. */
export const DownloadMenu = ({ title, file, rows, card }: Props) => {
  const { t } = useTranslation('charts')
  const download = t('download', { title })
  const { mutate, isPending } = useMutation({ mutationFn: () => savePicture(file, card()) })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={download}>
          <ActionIcon variant="default" aria-label={download} loading={isPending} data-outside-picture>
            <IconDownload size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate()}>{t('png')}</Menu.Item>
        <Menu.Item onClick={() => saveFile(`${file}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))}>
          {t('csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
