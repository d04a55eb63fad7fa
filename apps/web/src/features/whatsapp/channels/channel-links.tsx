import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import encodeQR from 'qr'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import type { ChannelDetail } from './api.ts'
import classes from './channels.module.css'
import { linkOf } from './link-of.ts'

const PIXELS = 1024
const QUIET = 4

type Bits = readonly (readonly boolean[])[]

const svgOf = (bits: Bits): string => {
  const side = bits.length
  const path = bits.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`
}

const pngOf = (bits: Bits): Promise<Blob | null> => {
  const canvas = document.createElement('canvas')
  const cell = Math.ceil(PIXELS / bits.length)
  canvas.width = cell * bits.length
  canvas.height = canvas.width
  const brush = canvas.getContext('2d')
  if (!brush) return Promise.resolve(null)
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.fillStyle = '#000'
  for (const [y, row] of bits.entries())
    for (const [x, dark] of row.entries()) if (dark) brush.fillRect(x * cell, y * cell, cell, cell)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const save = (blob: Blob | null, name: string) => {
  if (!blob) return
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** A link and a QR code that begin a chat with the number. */
export const ChannelLinks = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const [text, setText] = useState('')
  const [source, setSource] = useState('')
  const link = linkOf(channel.phone, text, source)
  const bits = useMemo(() => encodeQR(link, 'raw', { border: QUIET, ecc: 'medium' }), [link])
  const svg = useMemo(() => svgOf(bits), [bits])
  const name = `whatsapp-${channel.phone.replace(/\D/g, '')}${source.trim() ? `-${source.trim()}` : ''}`
  return (
    <div className={classes.two}>
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('links.text')}
          </Text>
          <Textarea
            label={t('links.prefilled')}
            description={t('links.prefilledHelp')}
            placeholder={t('links.prefilledExample')}
            autosize
            minRows={2}
            maxLength={140}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <TextInput
            label={t('links.source')}
            description={t('links.sourceHelp')}
            placeholder="instagram"
            maxLength={30}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value.replace(/[^\p{L}\p{N}_-]/gu, ''))}
          />
          <div>
            <Text size="sm" fw={600} mb={4} id="link-label">
              {t('links.link')}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }} aria-labelledby="link-label">
                {link}
              </Text>
              <CopyButton value={link} size="sm" />
            </Group>
          </div>
        </Stack>
      </Paper>
      <Paper withBorder p="lg">
        <Stack align="center" gap="md">
          <img
            className={classes.qr}
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt={t('links.qr', { link })}
          />
          <Group gap="sm" justify="center">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => void pngOf(bits).then((blob) => save(blob, `${name}.png`))}
            >
              PNG
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => save(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)}
            >
              SVG
            </Button>
          </Group>
        </Stack>
      </Paper>
    </div>
  )
}
