import { createContext, type ReactNode } from 'react'

/** How a page shows pictures of its texts that a plain `img` cannot load; null: the `img`. */
export type DrawPicture = (picture: { src: string; alt: string }) => ReactNode | null

export const PictureContext = createContext<DrawPicture | null>(null)
