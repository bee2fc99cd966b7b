/** Facts about an image that are known without decoding it. */
export interface Picture {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In pixels, both greater than zero. */
  width: number;
  height: number;
  animated: boolean;
}
