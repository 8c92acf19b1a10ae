/** Where the built renderer lies. */
export const rendererDir: string;

/**
 * Builds out/ when it is missing or was built from other sources; several processes may ask at once.
 * @param log gets one line when a build starts and one when it is done; by default stderr
 * @returns the folder of the built renderer
 * @throws UserError: the build failed, its tools are missing, or out/ cannot be written
 */
export function ensureRendererBuilt(log?: (line: string) => void): Promise<string>;
