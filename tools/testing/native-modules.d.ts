/**
 * For `experimental` of a project's tests: Node loads their modules itself, as in production, instead of Vite. Tests of
 * the server take a quarter less time so. Needs sources that Node can run as they are: no JSX, no `vi.mock`.
 */
export declare const nativeModules: {
    readonly viteModuleRunner: false;
    readonly nodeLoader: false;
};
