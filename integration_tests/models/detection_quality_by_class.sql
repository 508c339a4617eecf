{{
    rankhouse.detection_class_metrics(
        ref("detected_boxes"), ref("true_boxes"), iou_thresholds=[0.3], interpolation="11-point"
    )
}}
