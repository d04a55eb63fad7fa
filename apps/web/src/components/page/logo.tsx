import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { pictureSources } from '#web/lib/ui/pictures.ts'
import { useBrand } from './settings-provider.tsx'

/** The mark: a note with a folded corner that speaks. */
export const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path
      fill="#0c7d86"
      d="M7.5 3h11.6L28 11.9v9.6a5 5 0 0 1-5 5h-9.2l-5.6 3.9c-.7.5-1.7 0-1.7-.9v-3.1A5 5 0 0 1 2.5 21.5V8a5 5 0 0 1 5-5Z"
    />
    <path fill="#f2a07b" d="M19.1 3 28 11.9h-6.4a2.5 2.5 0 0 1-2.5-2.5V3Z" />
    <path stroke="#fff" strokeWidth="2.6" strokeLinecap="round" d="M9 14.3h7M9 19.5h12" />
  </svg>
)

const widest = 180

/** The brand of this installation: its own logo when one is set, else the mark and the name. */
export const Brand = ({ size = 28 }: { size?: number }) => {
  const { app_name, app_logo } = useBrand()
  const [broken, setBroken] = useState<string | null>(null)
  if (app_logo) {
    // Drawings are not made small: they come as they are.
    const sources = broken === app_logo ? { src: app_logo } : pictureSources(app_logo, widest)
    return (
      <img
        {...sources}
        alt={app_name}
        height={size}
        style={{ maxWidth: widest, objectFit: 'contain' }}
        onError={() => setBroken(app_logo)}
      />
    )
  }
  return (
    <Group gap={10} wrap="nowrap">
      <LogoMark size={size} />
      <Text fw={700} fz={size * 0.72} lts="-0.02em" lh={1}>
        {app_name}
      </Text>
    </Group>
  )
}
