import { Box, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'

type Props = { height: number; children: ReactNode }

/** Leaves its room empty until it is scrolled into view and what it shows has come. */
export const LazyOnVisible = ({ height, children }: Props) => {
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const [isSeen, setSeen] = useState(false)
  if (entry?.isIntersecting && !isSeen) setSeen(true)
  const waiting = <Skeleton height={height} />
  return (
    <Box ref={ref} mih={height}>
      {isSeen ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </Box>
  )
}
