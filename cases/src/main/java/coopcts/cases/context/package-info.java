// SPDX-License-Identifier: Apache-2.0
/**
 * Frames: other contexts for any family's cases. A frame changes the launch shape, the control flow
 * around the shader, other matrices beside it, bindings, and how module and pipeline are made. A
 * case that fits a frame keeps its inputs and expectations.
 */
package coopcts.cases.context;
