/** `store` is public: every page with the gallery contains it. */
export const buildSnippet = (origin: string, store: string, gallery: string): string =>
  `<script type="module" src="${origin}/widgets/v1/gallery.js" data-store="${store}"></script>
<style>evident-gallery { display: block; min-height: 28rem }</style>
<evident-gallery gallery="${gallery}"></evident-gallery>`
