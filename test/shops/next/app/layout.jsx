import './shop.css'

export const metadata = { title: 'Teapot' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
