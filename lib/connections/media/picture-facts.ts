/** What is known of a picture without decoding it. */
export interface Picture {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In pixels, both more than zero. */
  width: number;
  height: number;
  animated: boolean;
}
